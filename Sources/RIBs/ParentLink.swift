import RIBRecorder

/// A way from a child to its parent that ends with the parent; copies are the same way.
///
/// In place of a weak reference: that would make each reference to the parent slower for ever.
package struct ParentLink: Sendable {
    private struct Reference: @unchecked Sendable {
        // Right, since it is only read under the lock under which the parent's `deinit` ends it.
        unowned(unsafe) let parent: any RecordedRouting
        let address: UnsafeMutableRawPointer

        var object: (any RecordedRouting)? {
            ObjectReference.whileRetained(address) { parent }
        }
    }

    private let reference: Protected<Reference?>

    init(_ parent: any RecordedRouting) {
        let address = Unmanaged<AnyObject>.passUnretained(parent).toOpaque()
        reference = Protected(Reference(parent: parent, address: address))
    }

    /// Nil once the parent is being freed, on whichever thread: a parent that let a child go may
    /// be freed on another one than the child's next parent belongs to.
    package var parent: (any RecordedRouting)? {
        reference.withLock { $0?.object }
    }

    func cut() {
        reference.withLock { $0 = nil }
    }
}
