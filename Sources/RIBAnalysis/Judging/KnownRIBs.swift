import RIBTrace
import RIBTrees

/// The types that RIBs of one trace are made of.
struct KnownRIBs: Equatable {
    /// Of all parts that were recorded, without generic arguments.
    private let types: Set<String>
    private let names: Set<String>

    /// What is not recorded, or not always, but belongs to the RIB whose name it has.
    private static let makers = ["Builder", "Component", "Worker", "Workflow"]

    init(types: some Sequence<String>) {
        self.types = Set(types.map { String($0.withoutGenericArguments) })
        names = Set(self.types.map { RIBName(type: $0).description })
    }

    init(in model: TraceModel) {
        var types: Set<StringID> = []
        for id in model.nodes.ids {
            if let node = model.nodes[id] { types.insert(node.type) }
        }
        self.init(types: types.map(model.text))
    }

    /// Whether code of a type is a RIB's own, rather than that of something which RIBs use.
    func isCode(of type: String) -> Bool {
        types.contains(type) || names.contains(Self.name(of: type))
    }

    /// The name of the RIB that a type would belong to.
    static func name(of type: String) -> String {
        let maker = makers.first { type.hasSuffix($0) && type.count > $0.count }
        return maker.map { String(type.dropLast($0.count)) } ?? RIBName(type: type).description
    }
}
