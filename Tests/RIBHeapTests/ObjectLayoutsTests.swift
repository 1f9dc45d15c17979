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

    /// A library that took a page's old copy for what is there knew no dictionaries in every eighth process.
    @Test func collectionsAreKnownWhereverTheFirstOnesLie() throws {
        let (array, set, dictionary) = ([Leaf()], Set([Int.max]), [Int.max: Leaf()])
        let mirror = try RemoteMirror()
        mirror.addImages()
        var others: [[UInt64]] = []
        var shapes: Set<[String]> = []
        for count in 0..<256 {
            others.append(Array(repeating: 0, count: count % 32))
            let layouts = ObjectLayouts(mirror: mirror)
            shapes.insert([
                shape(of: array, in: layouts), shape(of: set, in: layouts),
                shape(of: dictionary, in: layouts),
            ])
        }
        #expect(withExtendedLifetime(others) { shapes } == [["array", "set", "dictionary"]])
    }
}
