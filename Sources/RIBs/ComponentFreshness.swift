/// Notices a builder that gives two RIBs the same component.
struct ComponentFreshness {
    /// Weak: a component belongs to its RIB.
    private weak var last: AnyObject?

    /// Stops a debug build if `component` is the one that was checked before.
    mutating func check(_ component: Any, of builder: AnyObject) {
        // A value is a new one each time.
        guard type(of: component) is AnyClass else { return }
        let component = component as AnyObject
        assert(
            last !== component,
            "the componentBuilder of \(type(of: builder)) must make a new component for each RIB")
        last = component
    }
}
