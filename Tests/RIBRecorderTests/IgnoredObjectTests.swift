// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBRecorder

@Suite struct IgnoredObjectTests {
    @Test func whatIsMadeInsideIsIgnored() throws {
        let recorder = try Recording().recorder
        let before = recorder.objectCreated(.router, type: Thing.self)
        let (inside, shown) = recorder.ignoring {
            (
                recorder.objectCreated(.router, type: Thing.self),
                recorder.identify(Thing(), as: .view)
            )
        }
        let after = recorder.objectCreated(.router, type: Thing.self)

        #expect(recorder.ignoredObjects == [inside, shown])
        #expect(before != after)
    }

    @Test func whatATaskOfTheBodyMakesIsIgnored() async throws {
        let recorder = try Recording().recorder
        let inside = await recorder.ignoring {
            await Task { recorder.objectCreated(.router, type: Thing.self) }.value
        }
        #expect(recorder.ignoredObjects == [inside])
    }

    @Test func whatOthersMakeMeanwhileIsNotIgnored() async throws {
        let recorder = try Recording().recorder
        let inside = await recorder.ignoring {
            await Task.detached { _ = recorder.objectCreated(.router, type: Thing.self) }.value
            return recorder.objectCreated(.router, type: Thing.self)
        }
        #expect(recorder.ignoredObjects == [inside])
    }
}
