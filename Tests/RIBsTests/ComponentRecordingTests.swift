// SPDX-License-Identifier: Apache-2.0

import RIBRecorder
import Testing

@testable import RIBs

/// Which component a router takes as its own, and the events about it.
@Suite(.enabled(if: RecordedFacts.isRecording)) struct ComponentRecordingTests {
    private final class GameComponent: Component<any Dependency> {}
    private final class ShopComponent: Component<any Dependency> {}
    private final class RootComponent: EmptyComponent {}
    private final class GameRouter: Router<Interactor> {}
    private final class RootRouter: Router<Interactor> {}

    private let root = RootComponent()

    /// The parts of a router beside itself and its interactor.
    private func components(of router: any RecordedObject) -> [ObjectIdentifier] {
        var parts: [ObjectIdentifier] = []
        router.forEachRecordedPart { parts.append(ObjectIdentifier($0.object)) }
        return Array(parts.dropFirst(2))
    }

    @Test func aRouterTakesTheComponentOfItsName() throws {
        let component = GameComponent(dependency: root)
        let other = ShopComponent(dependency: root)
        let router = GameRouter(interactor: Interactor())
        #expect(components(of: router) == [ObjectIdentifier(component)])
        withExtendedLifetime(other) {}
        var facts = RecordedFacts()
        facts.name(component.recordedID, "component")
        facts.name(router.recordedID, "router")
        #expect(
            try facts.lines() == [
                "component made as component", "router made as router",
                "component owned by router",
            ])
    }

    @Test func anEmptyComponentIsTakenToo() {
        let router = RootRouter(interactor: Interactor())
        #expect(components(of: router) == [ObjectIdentifier(root)])
    }

    @Test func aComponentIsTakenOnce() {
        let component = GameComponent(dependency: root)
        let first = GameRouter(interactor: Interactor())
        let second = GameRouter(interactor: Interactor())
        #expect(components(of: first) == [ObjectIdentifier(component)])
        #expect(components(of: second) == [])
    }

    @Test func theLatestComponentIsTaken() {
        let older = GameComponent(dependency: root)
        let latest = GameComponent(dependency: root)
        let router = GameRouter(interactor: Interactor())
        #expect(components(of: router) == [ObjectIdentifier(latest)])
        withExtendedLifetime(older) {}
    }

    @Test func aComponentThatIsGoneIsNotTaken() {
        _ = GameComponent(dependency: root)
        let router = GameRouter(interactor: Interactor())
        #expect(components(of: router) == [])
        let component = GameComponent(dependency: root)
        let next = GameRouter(interactor: Interactor())
        #expect(components(of: next) == [ObjectIdentifier(component)])
    }

    @Test func aRouterDoesNotKeepItsComponent() {
        weak var weakComponent: GameComponent?
        func run() -> GameRouter {
            let component = GameComponent(dependency: root)
            weakComponent = component
            let router = GameRouter(interactor: Interactor())
            #expect(components(of: router) == [ObjectIdentifier(component)])
            return router
        }
        let router = run()
        #expect(weakComponent == nil)
        #expect(components(of: router) == [])
    }

    @Test func aRouterOfTheBaseClassTakesNoComponent() {
        let component = Component<any Dependency>(dependency: root)
        let game = GameComponent(dependency: root)
        let router = Router(interactor: Interactor())
        #expect(components(of: router) == [])
        let named = GameRouter(interactor: Interactor())
        #expect(components(of: named) == [ObjectIdentifier(game)])
        withExtendedLifetime(component) {}
    }

    @Test func aComponentOwnsTheOneItDependsOn() throws {
        let component = GameComponent(dependency: root)
        var facts = RecordedFacts()
        facts.name(root.recordedID, "root")
        facts.name(component.recordedID, "component")
        #expect(try facts.lines().contains("root owned by component"))
    }
}
