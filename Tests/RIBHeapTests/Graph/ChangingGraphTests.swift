// SPDX-License-Identifier: Apache-2.0

import Testing
import TraceFixtures

@testable import RIBHeap

/// Searches while other threads change the graph.
@Suite struct ChangingGraphTests {
    private static let searches = Nightly.isOn ? 3_000 : 100

    @Test func searchesNeverCrash() {
        let changing = ChangingGraph(threads: 2)
        let memory = GuardedMemory()
        let graph = ChangingGraph.Seen(memory: memory)
        var answered = 0
        for search in 0..<Self.searches {
            memory.forget()
            let known = changing.look()
            answered += Self.search(graph, known).paths.count == known.targets.count ? 1 : 0
            // These look at all of the process, so they take longer.
            if search % 100 == 0 {
                var frame = 0
                withUnsafeMutablePointer(to: &frame) { frame in
                    memory.forget()
                    var walk = OpaqueWalk(
                        memory: memory, maps: ProcessMaps(), limits: SearchLimits(nodes: 500_000),
                        isObject: { graph.isNode($0) })
                    for part in OpaqueWalk.Part.allCases {
                        _ = walk.find(part, ownFrames: UInt(bitPattern: frame))
                    }
                }
            }
        }
        changing.end()
        #expect(answered == Self.searches)
    }

    private static func search(
        _ graph: ChangingGraph.Seen, _ known: ChangingGraph.Known
    ) -> SearchResult {
        var search = PathSearch(
            graph: graph, targets: Array(known.targets.values),
            limits: SearchLimits(nodes: 100_000))
        search.walk(from: Array(known.roots.values), areReferences: true)
        return search.finish()
    }
}
