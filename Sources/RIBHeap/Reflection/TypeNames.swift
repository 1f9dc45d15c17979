/// The names of objects' types, as their developers write them.
final class TypeNames {
    private let graph: SwiftObjectGraph
    private var names: [UInt: String] = [:]

    init(graph: SwiftObjectGraph) {
        self.graph = graph
    }

    /// The name of the class of an object, or what else it is; empty when it is not known.
    func name(of object: UInt) -> String {
        guard graph.layout(of: object) != nil, let metadata = graph.memory.word(at: object) else {
            return ""
        }
        if let name = names[metadata] { return name }
        let name = Self.find(metadata, memory: graph.memory)
        names[metadata] = name
        return name
    }

    private static func find(_ metadata: UInt, memory: GuardedMemory) -> String {
        guard let found = HeapMetadata(at: metadata, memory: memory) else { return "" }
        switch found.kind {
        case .class:
            guard let pointer = UnsafeRawPointer(bitPattern: metadata) else { return "" }
            // A type is the address of its metadata. This is one of a class: the descriptor says so,
            // and metadata is never freed, unlike objects.
            let type = unsafeBitCast(pointer, to: Any.Type.self)
            return String(describing: type)
        case .task: return "Task"
        case .job: return "Job"
        case .context, .box, .error: return ""
        }
    }
}
