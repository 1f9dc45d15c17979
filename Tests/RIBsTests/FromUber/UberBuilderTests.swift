// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

private protocol GameDependency: Dependency {
    var playerName: String { get }
}

private final class AppComponent: EmptyComponent, GameDependency {
    let playerName = "Ada"
}

private final class GameComponent: Component<GameDependency> {
    var scores: GameScores { shared { GameScores() } }
    var otherScores: GameScores { shared(__function: "other") { GameScores() } }
}

private final class GameScores {}

private protocol GameBuildable: Buildable {
    func build() -> GameRouter
}

private final class GameBuilder: Builder<GameDependency>, GameBuildable {
    override init(dependency: GameDependency) {
        super.init(dependency: dependency)
    }

    func build() -> GameRouter {
        GameRouter(component: GameComponent(dependency: dependency), title: "built")
    }
}

private final class GameRouter {
    let component: GameComponent
    let title: String

    init(component: GameComponent, title: String) {
        self.component = component
        self.title = title
    }
}

private final class TitledBuilder:
    ComponentizedBuilder<GameComponent, GameRouter, String, GameDependency>
{
    override func build(
        with component: GameComponent, _ dynamicBuildDependency: String
    ) -> GameRouter {
        GameRouter(component: component, title: dynamicBuildDependency)
    }
}

private final class PlainBuilder: SimpleComponentizedBuilder<GameComponent, GameRouter> {
    override func build(with component: GameComponent) -> GameRouter {
        GameRouter(component: component, title: "simple")
    }
}

private final class StagedBuilder:
    MultiStageComponentizedBuilder<GameComponent, GameRouter, String>
{
    override func finalStageBuild(
        with component: GameComponent, _ dynamicDependency: String
    ) -> GameRouter {
        GameRouter(component: component, title: dynamicDependency)
    }
}

private final class PlainStagedBuilder:
    SimpleMultiStageComponentizedBuilder<GameComponent, GameRouter>
{
    override func finalStageBuild(with component: GameComponent) -> GameRouter {
        GameRouter(component: component, title: "staged")
    }
}

/// Builders and components as apps on uber/RIBs-iOS write them.
@Suite struct UberBuilderTests {
    private let app = AppComponent()

    @Test("Buildable") func buildable() {
        let buildable: GameBuildable = GameBuilder(dependency: app)
        #expect(buildable.build().title == "built")
    }

    @Test("Builder: dependency, init(dependency:)") func builder() {
        let builder = GameBuilder(dependency: app)
        #expect(builder.dependency === app)
    }

    @Test(
        """
        ComponentizedBuilder: init(componentBuilder:), \
        both build(withDynamicBuildDependency:dynamicComponentDependency:), build(with:_:)
        """)
    func componentizedBuilder() {
        let builder = TitledBuilder(componentBuilder: { GameComponent(dependency: $0) })
        let router: GameRouter = builder.build(
            withDynamicBuildDependency: "title", dynamicComponentDependency: app)
        #expect(router.title == "title")
        #expect(router.component.dependency === app)

        let both: (GameComponent, GameRouter) = builder.build(
            withDynamicBuildDependency: "both", dynamicComponentDependency: app)
        #expect(both.0 === both.1.component)
        #expect(builder.build(with: both.0, "with").title == "with")
    }

    @Test(
        "SimpleComponentizedBuilder: init(componentBuilder:), build(), build(with:), build(with:_:)"
    )
    func simpleComponentizedBuilder() {
        let builder = PlainBuilder(componentBuilder: { [app] in GameComponent(dependency: app) })
        let router = builder.build()
        #expect(router.title == "simple")
        #expect(builder.build(with: router.component).component === router.component)
        #expect(builder.build(with: router.component, ()).component === router.component)
    }

    @Test(
        """
        MultiStageComponentizedBuilder: componentForCurrentBuildPass, init(componentBuilder:), \
        finalStageBuild(withDynamicDependency:), finalStageBuild(with:_:)
        """)
    func multiStageComponentizedBuilder() {
        let builder = StagedBuilder(componentBuilder: { [app] in GameComponent(dependency: app) })
        let component = builder.componentForCurrentBuildPass
        #expect(builder.finalStageBuild(with: component, "with").title == "with")

        let router = builder.finalStageBuild(withDynamicDependency: "final")
        #expect(router.title == "final")
        #expect(router.component === component)
        #expect(builder.componentForCurrentBuildPass !== component)
    }

    @Test(
        """
        SimpleMultiStageComponentizedBuilder: init(componentBuilder:), finalStageBuild(), \
        finalStageBuild(with:), finalStageBuild(with:_:)
        """)
    func simpleMultiStageComponentizedBuilder() {
        let builder = PlainStagedBuilder(componentBuilder: { [app] in
            GameComponent(dependency: app)
        })
        let component = builder.componentForCurrentBuildPass
        #expect(builder.finalStageBuild(with: component).component === component)
        #expect(builder.finalStageBuild(with: component, ()).component === component)
        #expect(builder.finalStageBuild().component === component)
    }

    @Test("Dependency") func dependency() {
        let dependency: any Dependency = GameComponent(dependency: app)
        #expect((dependency as? GameComponent)?.dependency.playerName == "Ada")
    }

    @Test("EmptyDependency") func emptyDependency() {
        let nothing: any EmptyDependency = app
        #expect(Component<EmptyDependency>(dependency: nothing).dependency === app)
    }

    @Test("EmptyComponent: init()") func emptyComponent() {
        let component = EmptyComponent()
        #expect(component as Any is any EmptyDependency)
    }

    @Test("Component: dependency, init(dependency:), shared(__function:_:)") func component() {
        let component = GameComponent(dependency: app)
        #expect(component.dependency === app)
        #expect(component.scores === component.scores)
        #expect(component.otherScores !== component.scores)
    }

    @Test("Array: removeElementByReference(_:)") func array() {
        let scores = [GameScores(), GameScores(), GameScores()]
        var rest = scores
        rest.removeElementByReference(scores[1])
        #expect(
            rest.map { ObjectIdentifier($0) }
                == [scores[0], scores[2]].map { ObjectIdentifier($0) })
        var all = Array(scores)
        all.removeElementByReference(GameScores())
        #expect(all.count == 3)
    }
}
