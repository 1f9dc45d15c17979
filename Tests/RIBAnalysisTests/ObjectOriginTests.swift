// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct ObjectOriginTests {
    /// True when the stack shows that the RIB Game made a GameWorker for itself.
    private func isShown(
        _ functions: [String?], kind: ObjectKind = .worker, outlivedComponent: Bool = false
    ) -> Bool {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        var stack: [ImageAddress] = []
        for (index, function) in functions.enumerated() {
            let address = ImageAddress(path: "/app", buildID: "", offset: UInt64(index))
            stack.append(address)
            let isRuntime = function?.contains("ComponentizedBuilder.") == true
            frames[address] = [
                SymbolizedFrame(
                    frame: StackFrame(
                        function: function, file: "Game.swift", line: 1, module: "app",
                        offset: address.offset),
                    symbol: isRuntime ? "$s4RIBs" : function.map { "$s3App\($0)" })
            ]
        }
        var origin = ObjectOrigin(
            of: kind, madeAt: stack, lineage: ["GameWorker", "BaseWorker<Int>", "Worker"])
        (origin.names, origin.outlivedComponent) = (["Game"], outlivedComponent)
        return origin.isShown(by: Symbolication(frames: frames, caveats: []))
    }

    @Test(arguments: [
        "GameBuilder.build(withListener:)", "GameBuilder.build()", "GameBuilder.buildWorker()",
        "GameBuilder.finalStageBuild(with:_:)", "GameInteractor.init(presenter:)",
        "GameInteractor.didBecomeActive()", "closure #1 in GameInteractor.didBecomeActive()",
        "GameInteractor.worker.getter", "GameRouter.didLoad()",
    ])
    func aWorkerThatTheRIBsCodeMakesIsItsOwn(function: String) {
        #expect(isShown([function]))
        #expect(isShown(["GameWorker.init()", "GameWorker.__allocating_init()", function]))
        #expect(isShown(["BaseWorker.init()", "GameWorker.init()", function]))
    }

    @Test(arguments: [
        "GameBuilder.worker.getter", "GameBuilder.init(dependency:)", "GameBuilder.builtWorker()",
        "GameBuilder.buildings.getter", "closure #1 in GameBuilder.build()",
        "static GameBuilder.build()", "static GameInteractor.makeWorker()",
        "WorkerFactory.makeWorker()", "ParentComponent.worker.getter", "ParentInteractor.start()",
        "makeWorker()", "one-time initialization function for shared",
        "GameInteractorHelper.start()", "GameComponent.worker.getter",
    ])
    func aWorkerThatOthersMakeOrThatMayBeKeptIsNot(function: String) {
        #expect(!isShown([function, "GameInteractor.didBecomeActive()"]))
        #expect(isShown(["GameInteractor.didBecomeActive()", function]))
    }

    @Test func aStackShowsNothingIfItsFirstFunctionIsStaticOrUnknown() {
        #expect(isShown(["GameInteractor.didBecomeActive()"]))
        // Static code of its own type may keep the worker for all RIBs.
        #expect(!isShown(["static GameWorker.make()", "GameInteractor.didBecomeActive()"]))
        #expect(!isShown([nil, "GameInteractor.didBecomeActive()"]))
        #expect(!isShown([]))
    }

    @Test func aWorkerOfTheComponentIsTheRIBsOnceTheComponentIsGone() {
        let function = "closure #1 in GameComponent.worker.getter"
        #expect(!isShown([function]))
        #expect(isShown([function], outlivedComponent: true))
    }

    @Test(arguments: ["GameBuilder.build(withListener:)", "GameBuilder.finalStageBuild(with:)"])
    func aComponentMadeInABuildIsTheRIBs(function: String) {
        #expect(isShown([function], kind: .component))
    }

    @Test(arguments: [
        "GameBuilder.component.getter", "closure #1 in GameBuilder.build()",
        "GameBuilder.init(dependency:)", "closure #1 in GameBuilder.init(dependency:)",
        "GameInteractor.didBecomeActive()", "GameRouter.didLoad()", "GameComponent.child.getter",
        "ParentComponent.game.getter", "AppDelegate.launch()",
    ])
    func aComponentMadeElsewhereMayBeKept(function: String) {
        #expect(!isShown([function], kind: .component, outlivedComponent: true))
        let build = "GameBuilder.build(withListener:)"
        #expect(isShown([build], kind: .component, outlivedComponent: true))
    }

    @Test func aComponentizedBuildersClosureMakesAComponentForEachRIB() {
        let closure = "closure #1 in GameBuilder.init(dependency:)"
        let build =
            "ComponentizedBuilder.build(withDynamicBuildDependency:dynamicComponentDependency:)"
        #expect(isShown([closure, build], kind: .component))
        #expect(!isShown([closure, "GameBuilder.keep()", build], kind: .component))
        #expect(!isShown(["closure #1 in ParentComponent.game.getter", build], kind: .component))
    }
}
