// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBs

/// Which objects are expected to go together; their ids depend on whether recording is on.
@Suite struct RecordedPartTests {
    private final class Shown: PresentableInteractor<Presenter<ViewDouble>> {}

    @Test func aValueHasNoLifeToRecord() {
        #expect(recordedPart("a value", as: .presenter)?.id == nil)
        #expect(recordedPart(ViewDouble(), as: .view)?.id != nil)
    }

    @Test func aPresenterWithABaseClassKeepsItsOwnID() {
        let presenter = Presenter(viewController: ViewDouble())
        #expect(recordedPart(presenter, as: .presenter)?.id == presenter.recordedID)
    }

    @Test func aSubtreesPartsComeParentsFirst() {
        let presenter = Presenter(viewController: ViewDouble())
        let root = Router(interactor: Shown(presenter: presenter))
        let child = Router(interactor: Interactor())
        root.attachChild(child)
        var parts: [ObjectIdentifier] = []
        root.forEachRecordedPartInSubtree(root) { part in
            if part.object !== presenter { parts.append(ObjectIdentifier(part.object)) }
        }
        let expected: [AnyObject] = [root, root.interactor, child, child.interactor]
        #expect(parts == expected.map(ObjectIdentifier.init))
    }

    @Test func aPresenterIsFreedWithItsInteractor() {
        weak var weakPresenter: Presenter<ViewDouble>?
        func run() {
            let presenter = Presenter(viewController: ViewDouble())
            weakPresenter = presenter
            let root = Router(interactor: Interactor())
            let child = Router(interactor: Shown(presenter: presenter))
            root.attachChild(child)
            #expect(root.children.count == 1)
            root.detachChild(child)
        }
        run()
        #expect(weakPresenter == nil)
    }
}
