// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing
import TraceFixtures

@testable import RIBAnalysis

/// Every object that is found alive and that RIBs do not share is in a finding: as its culprit, or as
/// a victim of the culprit.
@Suite struct SurvivorInvariantTests {
    private let functions = NamedFunctions(functions: [
        "HomeInteractor.didBecomeActive()", "ServiceLocator.worker.getter",
    ])

    /// No survivor is missing and none is listed twice, whoever holds it and whatever is known.
    @Test(arguments: 0..<200)
    func eachSurvivorOfARandomTreeIsInOneFinding(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (trace, root) = try launchedRoot()
        functions.defineStacks(in: trace)
        var survivors: [Survivor] = []
        for number in 0..<Int.random(in: 1...5, using: &random) {
            let rib = trace.rib("Home\(number)")
            let stack = StackID(UInt64.random(in: 1...2, using: &random))
            let worker = trace.object(.worker, "Home\(number)Worker", stack: stack)
            trace.append(.owned(worker, by: rib.interactor))
            trace.attach(rib, to: root)
            trace.detach(rib, from: root)
            for (part, type) in zip(
                rib.parts + [worker], ["Router", "Interactor", "ViewController", "Worker"])
            {
                if Bool.random(using: &random) {
                    trace.destroy(part)
                } else {
                    survivors.append(Survivor(id: part, type: "Home\(number)\(type)"))
                }
            }
        }
        addPaths(to: trace, among: survivors, &random)
        trace.settle(alive: survivors.map(\.id))

        // A part that RIBs may share, such as a service's worker, is listed only if no other RIB has it.
        func mustBeListed(_ type: String) -> Bool { !type.hasSuffix("Worker") }
        let report = try Analysis.report(on: [trace.folder], symbolizer: functions)
        let told = report.findings.flatMap { [$0.type] + $0.victims.map(\.type) }
        #expect(
            told.filter(mustBeListed).sorted()
                == survivors.map(\.type).filter(mustBeListed).sorted())
        #expect(Set(told).isSubset(of: survivors.map(\.type)))
    }

    private struct Survivor {
        let id: ObjectID
        let type: String
    }

    /// Has some of them held by others of them, in ways of every kind.
    private func addPaths(
        to trace: TraceBuilder, among survivors: [Survivor], _ random: inout SeededGenerator
    ) {
        for survivor in survivors {
            guard let reason = RetentionReason.allCases.randomElement(using: &random),
                Int.random(in: 0..<5, using: &random) > 0
            else { continue }
            let holders = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                survivors.randomElement(using: &random)
            }
            let first = reason == .cycle ? [survivor] : []
            trace.retain(
                survivor.id, reason,
                (first + holders).map { .object($0.type, "next", "", id: $0.id) })
        }
    }
}
