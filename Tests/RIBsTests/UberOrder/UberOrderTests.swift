// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Random operations on a few RIBs have the same effects as by uber's rules, in the same order.
@Suite struct UberOrderTests {
    /// How many scripts. `Nightly` says the same, but RxSwift's checks compile this file without it.
    private static let seeds =
        ProcessInfo.processInfo.environment["RIBLEAK_NIGHTLY"] == "1" ? 20_000 : 400

    @Test func everyEffectComesInUbersOrder() {
        var compared = 0
        for seed in 0..<UInt64(Self.seeds) {
            let script = LifecycleScript(seed: seed)
            let uber = ScriptPlay<UberModel>(script)
            if uber.stage.isBeyondCompare {
                _ = uber.end()
                continue
            }
            compared += 1
            let own = ScriptPlay<OwnStage>(script)
            let (expected, found) = (uber.end(), own.end())
            guard expected != found else { continue }
            let place = zip(expected, found).prefix { $0 == $1 }.count
            Issue.record(
                """
                seed \(seed), line \(place)
                uber: \(expected.dropFirst(place).prefix(4))
                ours: \(found.dropFirst(place).prefix(4))
                after: \(expected.prefix(place).suffix(12))
                """)
            return
        }
        // Scripts that both play differently on purpose are few.
        #expect(compared > Self.seeds * 4 / 5)
    }
}
