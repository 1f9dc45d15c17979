import RIBRecorder
import RIBTrace

/// A router below which RIBs without base classes may be attached.
package protocol PlainRIBParent: RecordedObject {
    /// Nil while there never was one.
    var plainChildren: AnyObject? { get set }
}

extension Router: PlainRIBParent {}

extension PlainRIBParent {
    func plainChildrenOrNew() -> PlainChildren {
        if let known = plainChildren as? PlainChildren { return known }
        let new = PlainChildren()
        plainChildren = new
        PlainRIBParents.count.increment()
        return new
    }
}

/// Whether plain RIBs stand below routers at all: where none do, the walks below cost nothing.
enum PlainRIBParents {
    static let count = AtomicCounter()
}

extension Routing {
    /// Takes back that this router and all below it should be freed.
    func cancelExpectationOfSubtree() {
        cancelExpectationOfSubtree(self as? any RecordedObject)
    }

    /// As above.
    ///
    /// - Parameter recorded: This router, if it is recorded.
    func cancelExpectationOfSubtree(_ recorded: (any RecordedObject)?) {
        if Recorder.withShared(\.expectsAnything) {
            forEachRecordedPartInSubtree(recorded) { Recorder.shared.cancelExpectation(for: $0.id) }
        }
        forEachPlainChildInSubtree { $0.activateSubtree() }
    }

    /// Has this router and all below it watched until they are freed.
    func expectDeallocationOfSubtree() {
        expectDeallocationOfSubtree(self as? any RecordedObject, at: Moment())
    }

    /// As above.
    ///
    /// - Parameters:
    ///   - recorded: This router, if it is recorded.
    ///   - moment: Now.
    func expectDeallocationOfSubtree(_ recorded: (any RecordedObject)?, at moment: Moment) {
        recorded?.expectDeallocationOfParts(at: moment)
        if !children.isEmpty {
            forEachInSubtree {
                if $0 !== self { ($0 as? any RecordedObject)?.expectDeallocationOfParts() }
            }
        }
        forEachPlainChildInSubtree { $0.leave() }
    }

    private func forEachPlainChildInSubtree(_ body: (PlainRIBNode) -> Void) {
        guard PlainRIBParents.count.value > 0 else { return }
        forEachInSubtree { router in
            let children = (router as? any PlainRIBParent)?.plainChildren as? PlainChildren
            children?.living.forEach(body)
        }
    }
}
