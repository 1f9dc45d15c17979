// SPDX-License-Identifier: Apache-2.0

import TraceFixtures

extension TraceBuilder {
    /// A trace in which a detached RIB stays alive.
    static func leaky(of process: Int = 77) throws -> TraceBuilder {
        let trace = try TraceBuilder { $0.processID = process }
        let root = trace.rib("Root")
        let game = trace.rib("Game")
        trace.launch(root)
        trace.attach(game, to: root)
        trace.detach(game, from: root)
        trace.settle(alive: game.parts)
        trace.finish()
        return trace
    }

    /// A trace of a run without mistakes.
    static func clean() throws -> TraceBuilder {
        let trace = try TraceBuilder()
        trace.launch(trace.rib("Root"))
        trace.settle()
        trace.finish()
        return trace
    }
}
