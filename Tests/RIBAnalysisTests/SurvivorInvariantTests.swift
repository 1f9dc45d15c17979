import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Whatever is found alive that no RIB may share has its place in a finding: as its culprit, or as what
/// the culprit drags along.
@Suite struct SurvivorInvariantTests {
    private let functions = NamedFunctions(functions: [
        "HomeInteractor.didBecomeActive()", "ServiceLocator.worker.getter",
    ])

    @Test(arguments: 0..<200)
    func eachSurvivorOfARandomTreeIsInAFinding(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        var survivors: [ObjectID] = []
        var mustBeTold: [String] = []
        for number in 0..<Int.random(in: 1...4, using: &random) {
            let rib = trace.rib("Home\(number)")
            let stack = StackID(UInt64.random(in: 1...2, using: &random))
            let worker = trace.object(.worker, "Home\(number)Worker", stack: stack)
            trace.append(.owned(worker, by: rib.interactor))
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            for (part, type) in zip(
                rib.parts + [worker], ["Router", "Interactor", "ViewController"])
            {
                if Bool.random(using: &random) {
                    trace.destroy(part)
                } else {
                    survivors.append(part)
                    mustBeTold.append("Home\(number)\(type)")
                }
            }
            survivors.append(worker)
        }
        addPaths(to: trace, among: survivors, root, &random)
        trace.settle(alive: survivors)

        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        let told = report.findings.flatMap { [$0.type] + $0.victims.map(\.type) }
            .filter { !$0.hasSuffix("Worker") }
        #expect(told.sorted() == mustBeTold.sorted())
    }

    /// Has some of them held by others of them.
    private func addPaths(
        to trace: TraceBuilder, among survivors: [ObjectID], _ root: SyntheticRIB,
        _ random: inout SeededGenerator
    ) {
        for survivor in survivors where Bool.random(using: &random) {
            var steps = [SyntheticStep.object("RootRouter", "kept", "Thing", id: root.router)]
            if let other = survivors.randomElement(using: &random), other != survivor {
                steps.append(.object("Thing", "held", "Thing", id: other))
            }
            trace.retain(survivor, .attachedRouter, steps)
        }
    }
}
