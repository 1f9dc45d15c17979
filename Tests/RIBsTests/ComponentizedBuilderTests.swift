// SPDX-License-Identifier: Apache-2.0

import RIBs
import Testing

@Suite struct ComponentizedBuilderTests {
    private final class Part {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// What a build made: its component and the dependency it got.
    private struct Made {
        let component: Part
        let dependency: String
    }

    private final class PartBuilder: ComponentizedBuilder<Part, Made, String, Int> {
        override func build(with component: Part, _ dynamicBuildDependency: String) -> Made {
            Made(component: component, dependency: dynamicBuildDependency)
        }
    }

    private final class SimpleBuilder: SimpleComponentizedBuilder<Part, Made> {
        override func build(with component: Part) -> Made {
            Made(component: component, dependency: "none")
        }
    }

    private final class StageBuilder: MultiStageComponentizedBuilder<Part, Made, String> {
        override func finalStageBuild(with component: Part, _ dependency: String) -> Made {
            Made(component: component, dependency: dependency)
        }
    }

    private final class SimpleStageBuilder: SimpleMultiStageComponentizedBuilder<Part, Made> {
        override func finalStageBuild(with component: Part) -> Made {
            Made(component: component, dependency: "none")
        }
    }

    @Test func bothDynamicDependenciesReachTheirPlaces() {
        let builder = PartBuilder { Part("part \($0)") }
        let made: Made = builder.build(
            withDynamicBuildDependency: "user", dynamicComponentDependency: 7)
        #expect(made.component.name == "part 7")
        #expect(made.dependency == "user")
    }

    @Test func aBuildHandsOutTheComponentItBuiltWith() {
        let builder = PartBuilder { Part("part \($0)") }
        let built: (Part, Made) = builder.build(
            withDynamicBuildDependency: "user", dynamicComponentDependency: 7)
        #expect(built.0 === built.1.component)
    }

    @Test func eachRIBGetsItsOwnComponent() {
        let builder = SimpleBuilder { Part("part") }
        #expect(builder.build().component !== builder.build().component)
    }

    @Test func aBuilderDoesNotKeepTheComponent() {
        let builder = SimpleBuilder { Part("part") }
        weak var component: Part?
        func run() {
            let made = builder.build()
            component = made.component
            #expect(made.component.name == "part")
        }
        run()
        #expect(component == nil)
    }

    @Test func theStagesOfABuildShareOneComponent() {
        let builder = StageBuilder { Part("part") }
        let first = builder.componentForCurrentBuildPass
        #expect(builder.componentForCurrentBuildPass === first)
        let made = builder.finalStageBuild(withDynamicDependency: "user")
        #expect(made.component === first)
        #expect(made.dependency == "user")
    }

    @Test func theNextBuildHasANewComponent() {
        let builder = SimpleStageBuilder { Part("part") }
        let first = builder.finalStageBuild()
        #expect(builder.componentForCurrentBuildPass !== first.component)
        #expect(builder.finalStageBuild().component !== first.component)
    }

    @Test func aBuilderDoesNotKeepTheComponentAfterTheFinalStage() {
        let builder = SimpleStageBuilder { Part("part") }
        weak var component: Part?
        func run() {
            let made = builder.finalStageBuild()
            component = made.component
            #expect(made.component.name == "part")
        }
        run()
        #expect(component == nil)
    }

    #if DEBUG
        @Test func handingOutTheSameComponentAgainStopsADebugBuild() async {
            await #expect(processExitsWith: .failure) {
                let part = Part("part")
                let builder = SimpleBuilder { part }
                _ = builder.build()
                _ = builder.build()
            }
        }
    #endif

    @Test func aBuilderThatOverridesNothingStopsWithTheReason() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = SimpleComponentizedBuilder<Int, Int> { 1 }.build()
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(message?.contains("must override build(with:)") == true)
    }

    @Test func aStageBuilderThatOverridesNothingStopsWithTheReason() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            _ = SimpleMultiStageComponentizedBuilder<Int, Int> { 1 }.finalStageBuild()
        }
        let message = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) }
        #expect(message?.contains("must override finalStageBuild(with:)") == true)
    }
}
