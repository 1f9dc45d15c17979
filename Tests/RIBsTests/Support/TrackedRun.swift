// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import RIBTrace

@testable import RIBs

/// A tracker and the recorder it reports to.
final class TrackedRun {
    let recorder: SubscriptionRecorderDouble
    let tracker: SubscriptionTracker
    let owner = Activity(owner: ObjectID(1))
    let other = Activity(owner: ObjectID(2))

    init(recorder: SubscriptionRecorderDouble = SubscriptionRecorderDouble()) {
        self.recorder = recorder
        tracker = SubscriptionTracker(recorder: recorder)
    }

    /// Runs `body` as the first owner does while it becomes active.
    func owned<Result>(_ body: () -> Result) -> Result {
        recorder.attributing(to: owner, body)
    }

    /// The publisher as code sees it that the tracker follows.
    func followed<P: Publisher>(_ publisher: P, _ method: String = "sink") -> FollowedStream<P> {
        FollowedStream(upstream: publisher, method: method, tracker: tracker)
    }

    func sink<P: Publisher>(
        _ publisher: P, _ receiveValue: @escaping (P.Output) -> Void = { _ in }
    ) -> AnyCancellable {
        followed(publisher).sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }

    /// The chain of a publisher with a sink at its end.
    func chain<P: Publisher>(_ publisher: P) -> String? {
        let before = recorder.chains.count
        owned { sink(publisher) }.cancel()
        let new = recorder.chains.dropFirst(before)
        return new.count == 1 ? new.first.map { String($0.dropFirst("1: ".count)) } : nil
    }
}
