/// A way from a child to its parent that ends with the parent.
///
/// In place of a weak reference: that would make each reference to the parent slower for ever.
package final class ParentLink {
    /// Nil once the parent is being freed.
    ///
    /// Right without counting: the parent's `deinit` begins with `cut`, on the thread that owns the
    /// tree, which alone asks for this.
    package private(set) unowned(unsafe) var parent: (any RecordedRouting)?

    init(_ parent: any RecordedRouting) {
        self.parent = parent
    }

    func cut() {
        parent = nil
    }
}
