/// Finds out whose a subscription is by what refers to whom: whom its closure captures, and who keeps
/// its token.
///
/// Not for use by several threads at once. It looks at few objects, none of which it keeps alive.
package final class OwnerSearch {
    /// What objects of a class are to subscriptions.
    package enum Sort: Sendable {
        /// A subscription may be theirs.
        case owner
        /// They stand for the owners that they refer to themselves.
        case standIn
        /// They end what they refer to.
        case token
        /// They send values to what they refer to.
        case publisher
        case other
    }

    let memory: GuardedMemory
    let graph: SwiftObjectGraph
    let layouts: ObjectLayouts
    /// Of weak, unowned and unmanaged references as well.
    let weakGraph: SwiftObjectGraph
    private let sortOfClass: (Any.Type) -> Sort
    /// By the address of the class.
    private var sorts: [UInt: Sort] = [:]
    /// Where the code of closures is that capture no object, not even weakly.
    var capturesNothing: Set<UInt> = []

    /// Closures and classes are as many as the code has, unless it is loaded again and again.
    static let mostKnown = 1 << 14

    /// - Parameter sort: Asked once for each class whose objects are met.
    package init(sort: @escaping (Any.Type) -> Sort) throws(HeapSearch.Unavailable) {
        let mirror: RemoteMirror
        do {
            mirror = try RemoteMirror()
        } catch {
            throw HeapSearch.Unavailable(reason: error.reason)
        }
        // What is looked at for one subscription lies in a handful of pages, for thousands in some hundreds.
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 21)
        self.memory = memory
        layouts = ObjectLayouts(mirror: mirror)
        graph = SwiftObjectGraph(layouts: layouts, memory: memory)
        weakGraph = SwiftObjectGraph(
            layouts: ObjectLayouts(mirror: mirror, includesWeak: true), memory: memory)
        sortOfClass = sort
        mirror.addImages()
        begin()
    }

    /// To be called before searches after which no other code ran, and once more after it did.
    package func begin() {
        memory.forgetPages()
        graph.begin()
        weakGraph.begin()
    }

    /// What a living object refers to strongly.
    func references(of object: UInt) -> [UInt] {
        var references: [HeapReference] = []
        graph.appendReferences(of: object, to: &references)
        return references.map(\.target)
    }

    /// The sort of a living object of a class.
    func sort(of object: UInt) -> Sort {
        guard let type = memory.word(at: object) else { return .other }
        if let known = sorts[type] { return known }
        // Safe: a graph has objects of classes in images only, and one that lives has its class in full.
        // A context or a box has another kind of metadata, which is no type.
        guard let metadata = HeapMetadata(at: type, memory: memory), metadata.kind == .class,
            graph.layout(of: object) != nil
        else { return .other }
        let sort = sortOfClass(unsafeBitCast(type, to: Any.Type.self))
        if sorts.count < Self.mostKnown { sorts[type] = sort }
        return sort
    }
}
