// SPDX-License-Identifier: Apache-2.0

import RIBFindingText
import RIBTrace
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBGate

/// A run of some processes, in which RIBs below a root make mistakes.
struct MadeUpRun {
    enum Mistake: Hashable {
        /// The RIB is detached and stays alive.
        case leak(String)
        /// What keeps the RIB alive is known.
        case explainedLeak(String)
        /// A subscription of the RIB fires while it is detached.
        case fire(String)
    }

    static let mistakes: [Mistake] = [
        .leak("Map"), .leak("Menu"), .explainedLeak("Game"), .fire("Score"), .leak("Settings"),
        .explainedLeak("Chat"), .fire("Clock"),
    ]

    private let traces: [TraceBuilder]

    /// - Parameters:
    ///   - processes: Among which the mistakes are dealt in turn.
    ///   - noise: How many RIBs each process makes and frees before.
    init(mistakes: [Mistake], processes: Int, noise: Int = 0) throws {
        traces = try (0..<processes).map { _ in try TraceBuilder() }
        for (index, trace) in traces.enumerated() {
            for offset in 0..<2 {
                let frame = StackDefinition.Frame(image: .none, offset: UInt64(offset))
                trace.append(
                    .stackDefined(
                        StackID(UInt64(offset + 1)),
                        StackDefinition(frames: [frame], isTruncated: false)))
            }
            let root = trace.rib("Root")
            trace.launch(root)
            for number in 0..<noise {
                let rib = trace.rib("Noise\(number)")
                trace.attach(rib, to: root)
                trace.detach(rib, from: root)
                trace.destroy(rib.router, rib.interactor, rib.view)
            }
            var alive: [ObjectID] = []
            for mistake in mistakes.indices where mistake % processes == index {
                alive += Self.make(mistakes[mistake], below: root, in: trace)
            }
            trace.settle(alive: alive)
            trace.finish()
        }
    }

    /// - Returns: What stays alive.
    private static func make(
        _ mistake: Mistake, below root: SyntheticRIB, in trace: TraceBuilder
    ) -> [ObjectID] {
        switch mistake {
        case .leak(let name), .explainedLeak(let name):
            let rib = trace.rib(name)
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            if case .explainedLeak = mistake {
                trace.retain(
                    rib.router, .attachedRouter,
                    [.object("RootRouter", "last\(name)", "\(name)Router", id: root.router)])
            }
            return rib.parts
        case .fire(let name):
            let rib = trace.rib(name)
            trace.attach(rib, to: root)
            let subscription = trace.subscription(
                owner: rib.interactor, chain: "\(name) → sink", stack: StackID(1),
                attribution: .explicit)
            trace.detach(rib, from: root)
            trace.append(
                .firedWhileInactive(
                    subscription, scope: .none, stack: StackID(2), sinceDeactivation: 5_000))
            trace.destroy(rib.router, rib.interactor, rib.view)
            return []
        }
    }

    func report(_ places: Places) throws -> RunReport {
        try Analysis.report(on: traces.map(\.folder), symbolizer: places)
    }

    func baseline(_ places: Places) throws -> Baseline {
        Baseline(of: try report(places).findings)
    }
}

/// Places all code in one folder, at one line.
struct Places: Symbolizing {
    let folder: String
    let line: Int

    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        for address in addresses {
            frames[address] = [
                SymbolizedFrame(
                    frame: StackFrame(
                        function: "ScoreInteractor.didBecomeActive()", file: "\(folder)/A.swift",
                        line: line + Int(address.offset), module: "app", offset: address.offset),
                    symbol: "$s3App\(address.offset)")
            ]
        }
        return Symbolication(frames: frames, caveats: [])
    }
}
