// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import Testing

@testable import RIBAnalysis

@Suite struct RouterBuilderTests {
    /// True when the stack shows that Home, which is in the tree, or Root built a DetailRouter.
    private func isShown(_ functions: [String?]) -> Bool {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        var stack: [ImageAddress] = []
        for (index, function) in functions.enumerated() {
            let address = ImageAddress(path: "/app", buildID: "", offset: UInt64(index))
            stack.append(address)
            let isRuntime = function?.hasPrefix("Router.") == true
            frames[address] = [
                SymbolizedFrame(
                    frame: StackFrame(
                        function: function, file: "Detail.swift", line: 1, module: "app",
                        offset: address.offset),
                    symbol: isRuntime ? "$s4RIBs" : function.map { "$s3App\($0)" })
            ]
        }
        return RouterBuilder(
            type: "DetailRouter", stack: stack,
            lineage: ["DetailRouter", "BaseRouter<Int>", "Router"], attached: ["Home", "Root"]
        ).isShown(by: Symbolication(frames: frames, caveats: []))
    }

    private let build = [
        "Router.init(interactor:)", "BaseRouter.init(interactor:)",
        "DetailRouter.init(interactor:)",
        "DetailBuilder.build(withListener:)",
    ]

    @Test(arguments: [
        "HomeRouter.routeToDetail()", "HomeInteractor.didBecomeActive()",
        "closure #1 in HomeInteractor.didBecomeActive()", "HomeWorker.didStart(_:)",
        "HomeRouter.detail.getter",
    ])
    func codeOfARIBOfTheTreeBuiltIt(function: String) {
        #expect(isShown([function]))
        #expect(isShown(build + [function, "DetailTests.testDetail()"]))
    }

    @Test func buildersAndComponentsOfTheTreeAreCalledByOne() {
        #expect(isShown(build + ["HomeBuilder.build()", "RootRouter.routeToHome()"]))
        #expect(isShown(build + ["HomeComponent.detail.getter", "HomeRouter.didLoad()"]))
    }

    @Test(arguments: [
        "DetailTests.testDetail()", "makeDetail()", "static HomeRouter.makeDetail()",
        "OtherRouter.routeToDetail()", "OtherBuilder.build()", "HomeHelper.start()",
        "HomeBuilder.build()", "HomeComponent.detail.getter", "HomeViewController.viewDidLoad()",
        "closure #1 in DetailTests.testDetail()",
    ])
    func codeOfAnyoneElseProvesNothing(function: String) {
        #expect(!isShown(build + [function]))
        #expect(!isShown(build + [function, "DetailTests.setUp()"]))
        #expect(isShown(build + ["HomeRouter.routeToDetail()", function]))
    }

    @Test func testCodeAndUnknownCodeInBetweenProveNothing() {
        #expect(isShown(build + ["HomeRouter.routeToDetail()"]))
        #expect(!isShown(build + ["DetailTests.make()", "HomeRouter.routeToDetail()"]))
        #expect(!isShown(build + [nil, "HomeRouter.routeToDetail()"]))
        #expect(!isShown([]))
    }
}
