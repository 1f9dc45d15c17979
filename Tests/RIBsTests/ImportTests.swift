// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs
import Testing

/// What an app writes for Combine compiles with `import RIBs` alone, and is followed.
@Suite struct ImportTests {
    private let subject = PassthroughSubject<Int, Never>()

    private func chain(_ publisher: some Publisher<some Any, Never>) -> String? {
        let run = TrackedRun()
        return run.chain(publisher)
    }

    @Test func valuesComeOnADispatchQueue() {
        #expect(
            chain(subject.receive(on: DispatchQueue.main))
                == "PassthroughSubject<Int, Never> → receiveOn → sink")
        #expect(
            chain(subject.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main))
                == "PassthroughSubject<Int, Never> → debounce → sink")
    }

    @Test func valuesComeOnARunLoop() {
        #expect(
            chain(subject.receive(on: RunLoop.main))
                == "PassthroughSubject<Int, Never> → receiveOn → sink")
    }

    @Test func valuesComeOnAnOperationQueue() {
        #expect(
            chain(subject.receive(on: OperationQueue.main))
                == "PassthroughSubject<Int, Never> → receiveOn → sink")
    }

    @Test func notificationsArePublished() {
        #expect(
            chain(NotificationCenter.default.publisher(for: Notification.Name("done")))
                == "NotificationCenter.Publisher → sink")
    }

    @Test func timersArePublished() {
        #expect(
            chain(Timer.publish(every: 1, on: .main, in: .common).autoconnect())
                == "TimerPublisher → autoconnect → sink")
    }
}
