// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct AttachedChildrenTests {
    private let router = Router(interactor: Interactor())
    private let child = Router(interactor: Interactor())

    @Test func aChildThatIsThereIsNotAddedAgain() {
        router.attachChild(child)
        router.attachChild(child)
        #expect(router.children.count == 1)
    }

    @Test func aChildThatWentMayComeAgain() {
        router.attachChild(child)
        router.detachChild(child)
        router.attachChild(child)
        #expect(router.children.count == 1)
    }

    @Test func aChildAmongManyIsTheOneThatGoes() {
        let children = (0..<5).map { _ in Router(interactor: Interactor()) }
        children.forEach(router.attachChild)
        router.detachChild(children[3])
        router.detachChild(children[0])
        #expect(
            router.children.map(ObjectIdentifier.init)
                == [children[1], children[2], children[4]].map(ObjectIdentifier.init))
    }

    @Test func aChildThatTheHostPutThereIsNotAddedAgain() {
        router.children = [child]
        router.attachChild(child)
        #expect(router.children.count == 1)
    }

    @Test func aChildThatTheHostPutThereIsKnownAfterItWasElsewhere() {
        router.children = [child]
        let other = Router(interactor: Interactor())
        other.attachChild(child)
        other.detachChild(child)
        router.attachChild(child)
        #expect(router.children.count == 1)
    }

    @Test func aChildThatTheHostTookAwayMayComeAgain() {
        router.attachChild(child)
        router.children = []
        router.attachChild(child)
        #expect(router.children.count == 1)
    }
}
