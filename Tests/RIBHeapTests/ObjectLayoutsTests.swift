// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct ObjectLayoutsTests {
    private final class Leaf {}

    private func shape<Collection>(of collection: Collection, in layouts: ObjectLayouts) -> String {
        withExtendedLifetime(collection) {
            let object = unsafeBitCast(collection, to: UInt.self)
            let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
            return graph.layout(of: object).map { "\($0.shape)" } ?? "no object"
        }
    }

    private struct Handler {
        let handle: () -> Void

        /// The address of the closure's context.
        var context: UInt {
            withUnsafeBytes(of: self) { $0.load(fromByteOffset: 8, as: UInt.self) }
        }
    }

    @inline(never)
    private func handler(capturing leaf: Leaf, _ number: Int) -> Handler {
        Handler { _ = (leaf, number) }
    }

    /// Other threads free objects during the search. A library that read the memory again found other
    /// data there, and its answer was then used for all closures of that kind.
    @Test func aClosureThatIsFreedMeanwhileCountsAsItWasRead() throws {
        let leaf = Leaf()
        let layouts = ObjectLayouts(types: TypeReader())
        let graph = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        var freed: Handler? = handler(capturing: leaf, 1)
        let address = try #require(freed?.context)
        // Reads the page.
        #expect(graph.memory.word(at: address) != nil)
        freed = nil
        #expect(graph.layout(of: address)?.slots.count == 1)

        let living = handler(capturing: leaf, 2)
        // Memory of its own: the page kept above may hold this closure's place as it was before.
        let later = SwiftObjectGraph(layouts: layouts, memory: GuardedMemory())
        let count = withExtendedLifetime(living) { later.layout(of: living.context)?.slots.count }
        #expect(count == 1)
    }

    /// A library that read an outdated copy of a page knew no dictionaries in every eighth process.
    @Test func collectionsAreKnownWhereverTheFirstOnesLie() throws {
        let (array, set, dictionary) = ([Leaf()], Set([Int.max]), [Int.max: Leaf()])
        let types = TypeReader()
        var others: [[UInt64]] = []
        var shapes: Set<[String]> = []
        for count in 0..<256 {
            others.append(Array(repeating: 0, count: count % 32))
            let layouts = ObjectLayouts(types: types)
            shapes.insert([
                shape(of: array, in: layouts), shape(of: set, in: layouts),
                shape(of: dictionary, in: layouts),
            ])
        }
        #expect(withExtendedLifetime(others) { shapes } == [["array", "set", "dictionary"]])
    }

    private final class Generic<Value> {
        var value: Value?
    }

    /// Swift's reflection library keeps copies of what it reads. They end before the arguments of a
    /// generic class, so whatever lies behind would be taken for these.
    @Test func aCopyOfMetadataIsNone() {
        let memory = GuardedMemory()
        for type: AnyClass in [Leaf.self, Generic<Int>.self] {
            let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
            let copy = UnsafeMutableRawPointer.allocate(byteCount: 80, alignment: 16)
            defer { copy.deallocate() }
            copy.copyMemory(from: metadata, byteCount: 80)
            #expect(HeapMetadata(at: UInt(bitPattern: metadata), memory: memory)?.kind == .class)
            #expect(HeapMetadata(at: UInt(bitPattern: copy), memory: memory)?.kind == nil)
        }
    }
}
