// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

@testable import RIBHeap

/// Objects that threads link, unlink, make and free as fast as they can.
final class ChangingGraph: Sendable {
    final class Node {
        var first: Node?
        var second: Node?
    }

    /// What a search begins with, as far as it is known: addresses alone, which keep nothing alive.
    struct Known {
        var roots: [UInt: UInt] = [:]
        var targets: [UInt: UInt] = [:]
        var isOver = false
    }

    private let lock = NSLock()
    // Safe: only reached behind the lock.
    nonisolated(unsafe) private var known = Known()
    private let ended = DispatchGroup()

    init(threads: Int) {
        for number in 0..<UInt(threads) {
            ended.enter()
            Thread { [self] in
                change(number)
                ended.leave()
            }.start()
        }
    }

    /// Comes back when the threads have ended.
    func end() {
        lock.withLock { known.isOver = true }
        ended.wait()
    }

    func look() -> Known { lock.withLock { known } }

    private func change(_ number: UInt) {
        var random = SeededGenerator(seed: UInt64(number))
        var nodes = (0..<200).map { _ in Node() }
        while !look().isOver {
            for _ in 0..<100 {
                let node = nodes.indices.randomElement(using: &random) ?? 0
                let other = nodes.indices.randomElement(using: &random) ?? 0
                switch UInt8.random(in: 0..<8, using: &random) {
                case 0:
                    // Without links, the old node cannot stay alive in a cycle.
                    (nodes[node].first, nodes[node].second) = (nil, nil)
                    nodes[node] = Node()
                case 1, 2: nodes[node].first = nodes[other]
                case 3, 4: nodes[node].second = nodes[other]
                case 5: nodes[node].first = nil
                default: nodes[node].second = nil
                }
            }
            // Large allocations get their own mappings, which come and go.
            let large = UnsafeMutablePointer<Node?>.allocate(capacity: 100_000)
            large.initialize(repeating: nodes[0], count: 1_000)
            let (root, target) = (Self.address(of: nodes[0]), Self.address(of: nodes[1]))
            lock.withLock {
                known.roots[number] = root
                known.targets[number] = target
            }
            large.deinitialize(count: 1_000)
            large.deallocate()
        }
        // The remaining nodes may form cycles.
        for node in nodes { (node.first, node.second) = (nil, nil) }
    }

    private static func address(of node: Node) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
    }

    /// The graph as a search sees it.
    struct Seen: ObjectGraph {
        let memory: GuardedMemory
        private let metadata = UInt(bitPattern: ObjectIdentifier(Node.self))

        init(memory: GuardedMemory) { self.memory = memory }

        func prepare(_ nodes: [UInt]) { memory.prepare(nodes) }

        func isNode(_ address: UInt) -> Bool { memory.word(at: address) == metadata }

        func appendReferences(of node: UInt, to references: inout [HeapReference]) {
            guard isNode(node) else { return }
            for place: UInt in [16, 24] {
                guard let target = memory.word(at: node + place), target != 0 else { continue }
                references.append(HeapReference(target: target, place: place))
            }
        }
    }
}
