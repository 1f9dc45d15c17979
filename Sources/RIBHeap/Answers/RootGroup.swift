/// The roots of one kind.
struct RootGroup {
    struct Root {
        /// The object that the root leads to, or is.
        let target: UInt
        /// Nil when the root is the object itself.
        let global: GlobalRoot?
    }

    let reason: Retention.Reason
    let roots: [Root]

    init(attachedRouters: [UInt]) {
        reason = .attachedRouter
        roots = attachedRouters.map { Root(target: $0, global: nil) }
    }

    /// Those variables that are known in one way.
    init(globals: [GlobalRoot], _ evidence: RetainEvidence) {
        reason = .global
        roots = globals.filter { $0.evidence == evidence }
            .map { Root(target: $0.object, global: $0) }
    }
}
