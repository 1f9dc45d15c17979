// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct FunctionNameTests {
    @Test(arguments: [
        "GameBuilder.build(withListener:)", "Home.GameBuilder.build<A>(_:)",
        "specialized GameBuilder.build()", "closure #1 in GameBuilder.build(withListener:)",
        "closure #1 in closure #2 in GameBuilder.build<A>(_:)",
        "helper #1 () in GameBuilder.build()",
        "GameBuilder.build.getter", "static GameBuilder.build()", "GameBuilder<Int>.build()",
        "variable initialization expression of GameBuilder.build",
    ])
    func theTypeAndTheNameAreFound(function: String) {
        #expect(FunctionName(function).type == "GameBuilder")
        #expect(FunctionName(function).name == "build")
    }

    @Test(arguments: [
        ("makeGame()", "makeGame"), ("one-time initialization function for shared", "shared"),
        ("main", "main"), ("", ""), ("closure #1 in run()", "run"),
    ])
    func aFreeFunctionHasANameButNoType(function: String, name: String) {
        #expect(FunctionName(function).type == nil)
        #expect(FunctionName(function).name == name)
    }

    @Test func whatRunsLaterIsNested() {
        #expect(FunctionName("closure #1 in GameBuilder.build()").isNested)
        #expect(FunctionName("helper #1 () in GameBuilder.build()").isNested)
        #expect(!FunctionName("GameBuilder.build()").isNested)
    }

    @Test func accessorsAreRecognised() {
        #expect(FunctionName("GameBuilder.build.getter").isAccessor)
        #expect(!FunctionName("GameBuilder.getter()").isAccessor)
    }

    @Test func whatBelongsToTheTypeIsStatic() {
        #expect(FunctionName("static GameBuilder.build()").isStatic)
        #expect(FunctionName("closure #1 in static GameBuilder.build()").isStatic)
        #expect(!FunctionName("GameBuilder.static()").isStatic)
    }
}
