/// The roots of one kind.
struct RootGroup {
    struct Root {
        /// The object that the root leads to, or is.
        let target: UInt
        /// When the root is a closure, the address of its function.
        let code: UInt?
        /// Nil when the root is the object itself.
        let global: GlobalRoot?
    }

    let reason: Retention.Reason
    let roots: [Root]
}

extension RootGroup.Root {
    init(_ global: GlobalRoot) {
        self.init(target: global.object, code: global.code, global: global)
    }
}
