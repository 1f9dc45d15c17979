// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The screen of `ribleak watch`, operated in a pseudo terminal beside the demo.
@Suite(.enabled(if: Judge.isInstalled, "Tools/install-judges was not run"))
struct WatchScreenTests {
    @Test func aPersonSeesWhatLeaksAndGetsTheirTerminalBack() throws {
        let runs = try TemporaryFolder()
        let products = BuiltProducts.folder
        let judgement = try Judge.ask(
            "watch_screen.py",
            [
                products.appendingPathComponent("ribleak").path,
                products.appendingPathComponent("ribleak-demo").path, runs.path,
            ], within: 600)
        #expect(judgement.code == 0, "\(judgement.output)\(judgement.errors)")
    }
}
