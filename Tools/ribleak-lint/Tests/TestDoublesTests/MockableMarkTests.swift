// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestDoubles

@Suite("The mark @mockable")
struct MockableMarkTests {
    @Test("A protocol is marked by any comment before it, also between attributes")
    func places() {
        for text in [
            "/// @mockable\nprotocol Foo {}", "// @mockable\npublic protocol Foo {}",
            "/** @mockable */ protocol Foo {}", "@MainActor\n/// @mockable\nprotocol Foo {}",
            "/// What it is.\n/// @mockable\n/// More.\nprotocol Foo {}",
        ] {
            #expect(!DoublesOfText(text)["FooMock"].isEmpty, "\(text)")
        }
        #expect(DoublesOfText("/// @mockableThing\nprotocol Foo {}")["FooMock"].isEmpty)
        #expect(DoublesOfText("protocol Foo {}")["FooMock"].isEmpty)
    }

    @Test("Its sections are read, with any of the separators")
    func sections() throws {
        let mark = try #require(
            MockableMark(
                comments: """
                    @mockable(override: name = Bar; rx: a = BehaviorSubject; b = ReplaySubject, \
                    typealias: T = (Int, String); U = Any, module: prefix = Core)
                    """))
        #expect(mark.name == "Bar")
        #expect(mark.module == "Core")
        #expect(mark[.rx, "a"] == "BehaviorSubject")
        #expect(mark[.rx, "b"] == "ReplaySubject")
        #expect(mark[.rx, "c"] == nil)
        #expect(mark[.typealias, "T"] == "(Int, String)")
        #expect(mark[.typealias, "U"] == "Any")
    }

    @Test("`all` stands for every member")
    func all() throws {
        let mark = try #require(MockableMark(comments: "@mockable(rx: all = BehaviorSubject)"))
        #expect(mark[.rx, "anything"] == "BehaviorSubject")
    }

    @Test("It names the class and the module of the protocol")
    func names() {
        let doubles = DoublesOfText(
            "/// @mockable(override: name = Bar; module: prefix = Core)\nprotocol Foo {}")
        #expect(doubles.lines("Bar").first == "class Bar: Core.Foo {")
    }

    @Test(
        "What is not Swift in it makes no double",
        arguments: [
            (
                #"override: name = "X"#,
                #"its mark says `override: name = "X`, which is not a name in Swift"#
            ),
            (
                "override: name = class",
                "its mark says `override: name = class`, which is not a name in Swift"
            ),
            (
                "module: prefix = Core {}",
                "its mark says `module: prefix = Core {}`, which is not a name in Swift"
            ),
            (
                "typealias: T = [Int",
                "its mark says `typealias: T = [Int`, which is not a type in Swift"
            ),
            (
                "typealias: T = Int, class X {}",
                "its mark says `typealias: T = Int, class X {}`, which is not a type in Swift"
            ),
            (
                #"combine: a = @"P b"#,
                #"its mark says `combine: a = @"P b`, which is not an attribute in Swift"#
            ),
        ])
    func notSwift(mark: String, reason: String) {
        let doubles = DoublesOfText(
            "/// @mockable(\(mark))\nprotocol Foo { associatedtype T; var a: Int { get } }")
        #expect(doubles.problems == ["A.swift:2: Foo gets no double: \(reason)"])
        #expect(!doubles.all.text.contains("class"))
    }

    @Test("It turns off what is kept of arguments")
    func history() {
        let lines = DoublesOfText(
            """
            /// @mockable(history: bar = false)
            protocol Foo { func bar(_ x: Int); func baz(_ x: Int) }
            """
        ).lines("FooMock")
        #expect(!lines.contains { $0.contains("barArgValues") })
        #expect(lines.contains { $0.contains("bazArgValues") })
    }

    @Test("It makes a property weak")
    func modifiers() {
        let lines = DoublesOfText(
            """
            /// @mockable(modifiers: owner = weak)
            protocol Foo { var owner: AnyObject? { get } }
            """
        ).lines("FooMock")
        #expect(lines.contains("weak var owner: AnyObject? = nil"))
    }
}
