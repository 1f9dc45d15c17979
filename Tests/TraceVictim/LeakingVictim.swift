// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

@testable import RIBRecorder

/// Leaks one object after the other, at the end of a long list, and judges each at its deadline, on a clock
/// that it turns itself. It says each step when that is done, and when a search begins.
///
/// `leaked ID`, `judged ID`, `searching`: after `judged`, a report must have that leak, whatever happens.
final class LeakingVictim: Sendable {
    /// A link of a list, whose last one keeps all leaks.
    private final class Link: @unchecked Sendable {
        // Safe: only the thread that leaks changes it.
        var next: Link?
        var leaks: [Leak] = []
    }

    private final class Leak {}

    /// Links before the leaks: a search takes some time to go along them.
    private static let length = 20_000
    private static let list = Link()

    private let now: AtomicCounter
    private let recorder: Recorder

    init(_ configuration: RecorderConfiguration) {
        let now = AtomicCounter(5_000_000_000)
        let judgedSinceSearch = AtomicCounter()
        self.now = now
        var configuration = configuration
        configuration.ticks = false
        configuration.clock = { now.value }
        configuration.searchClock = {
            if judgedSinceSearch.value > 0 {
                judgedSinceSearch.value = 0
                Witness.say("searching")
            }
            return ribleak_clock_thread()
        }
        recorder = Recorder(configuration)
        searches = judgedSinceSearch
    }

    /// What was judged since a search last began.
    private let searches: AtomicCounter

    /// Does so until the process is killed. Not for the main thread, whose queue nobody serves.
    func leakUntilKilled() {
        var last = Self.list
        for _ in 1...Self.length {
            let link = Link()
            last.next = link
            last = link
        }
        while true {
            let leak = Leak()
            last.leaks.append(leak)
            let id = recorder.objectCreated(.object, type: Leak.self)
            recorder.expectDeallocation(of: leak, id: id, isReporting: true)
            Witness.say("leaked \(id.rawValue)")
            searches.increment()
            for _ in 1...15 { recorder.session?.tick(at: now.add(100_000_000)) }
            Witness.say("judged \(id.rawValue)")
        }
    }
}
