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
        forEachRecordedPartInSubtree { _, id in
            if !id.isNone { Recorder.shared.cancelExpectation(for: id) }
        }
        forEachPlainChildInSubtree { $0.activateSubtree() }
    }

    /// Has this router and all below it watched until they are freed.
    func expectDeallocationOfSubtree() {
        forEachRecordedPartInSubtree { object, id in
            guard !id.isNone else { return }
            let isView = object is any ViewControllable
            Recorder.shared.expectDeallocation(
                of: object, id: id,
                within: isView ? ExpectationTime.view : ExpectationTime.object)
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
