/// Turns a path of objects into steps that a person can follow.
///
/// Objects that only hold what a variable is made of (the storage of a collection, the box of a
/// captured variable or of a large value) are no steps: they are merged with what holds them.
struct StepWriter {
    private let graph: SwiftObjectGraph
    private let names: TypeNames
    private var steps: [RetainStep] = []

    private var holder: RetainStep.Holder
    private var address: UInt
    private var label = ""
    private var evidence = RetainEvidence.observed
    private var isClosure = false

    /// - Parameter start: What the path begins with, be it an object or what holds the first one.
    init(
        from start: RetainStep.Holder, at address: UInt, graph: SwiftObjectGraph, names: TypeNames
    ) {
        holder = start
        self.address = address
        self.graph = graph
        self.names = names
    }

    static let closure = "closure"

    /// The steps along some references, or nil when one of them is there no longer.
    ///
    /// - Parameters:
    ///   - root: How the start holds the first object, when it is not that itself.
    ///   - references: One after the other, from the first object on.
    static func steps(
        from start: RetainStep.Holder, at address: UInt, root: (target: UInt, code: UInt?)?,
        evidence: RetainEvidence, along references: [(holder: UInt, reference: HeapReference)],
        graph: SwiftObjectGraph, names: TypeNames
    ) -> [RetainStep]? {
        var writer = StepWriter(from: start, at: address, graph: graph, names: names)
        writer.evidence = evidence
        if let root {
            writer.follow(
                EdgeDescription(label: "", code: root.code), to: root.target,
                isLast: references.isEmpty)
        }
        for (index, edge) in references.enumerated() {
            guard let description = graph.describe(edge.reference, of: edge.holder) else {
                return nil
            }
            writer.follow(
                description, to: edge.reference.target, isLast: index == references.count - 1)
        }
        return writer.steps
    }

    private mutating func follow(_ edge: EdgeDescription, to target: UInt, isLast: Bool) {
        label = SwiftObjectGraph.joined(label, edge.label)
        let role = graph.layout(of: target)?.role ?? .object
        if let code = edge.code {
            finish(target: Self.closure)
            holder = .closure(code: code)
            address = target
            isClosure = true
            // What a closure alone captures may stand in place of its context.
            if role != .object, !isLast { return }
        } else if role != .object, !isLast {
            return
        }
        let name = names.name(of: target)
        finish(target: name)
        holder = .object(type: name)
        address = target
        isClosure = false
    }

    private mutating func finish(target: String) {
        if isClosure { label = target.isEmpty ? "captures" : "captures \(target)" }
        steps.append(
            RetainStep(
                holder: holder, address: address, label: label, target: target,
                evidence: evidence))
        label = ""
        evidence = .observed
    }
}
