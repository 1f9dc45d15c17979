// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import TestDoubles

/// The names and members of doubles, which are Mockolo's.
@Suite("The shape of a double")
struct DoubleShapeTests {
    @Test("A method has a counter, arguments and a handler")
    func method() {
        let doubles = DoublesOfText("protocol FooListener { func bar(arg: Float) -> String }")
        #expect(
            doubles["FooListenerMock"] == """
                class FooListenerMock: FooListener {
                    init() {}

                    private(set) var barCallCount: Int = 0
                    var barHandler: ((Float) -> String)? = nil
                    var barArgValues: [Float] = []
                    func bar(arg: Float) -> String {
                        barCallCount += 1
                        barArgValues.append(arg)
                        if let barHandler = barHandler {
                            return barHandler(arg)
                        }
                        return ""
                    }
                }
                """)
    }

    @Test("A property is set by init, and its sets are counted")
    func property() {
        let doubles = DoublesOfText(
            "public protocol FooDependency { var num: Int { get set }; var name: String { get } }")
        #expect(
            doubles["FooDependencyMock"] == """
                public class FooDependencyMock: FooDependency {
                    public init() {}
                    public init(num: Int = 0, name: String = "") {
                        self.num = num
                        self.name = name
                    }

                    public private(set) var numSetCallCount: Int = 0
                    public var num: Int = 0 { didSet { numSetCallCount += 1 } }

                    public var name: String = ""
                }
                """)
    }

    @Test("A property without a default value says that it must be set")
    func propertyWithoutValue() {
        let lines = DoublesOfText("protocol FooDependency { var score: Score { get } }")
            .lines("FooDependencyMock")
        #expect(lines.contains("init(score: Score) {"))
        #expect(lines.contains("private var _score: Score?"))
        #expect(
            lines.contains(
                "fatalError(\"FooDependencyMock: set score, "
                    + "as there is no value to return without it\")"))
    }

    @Test("A method without a default value asks for its handler")
    func methodWithoutValue() {
        let lines = DoublesOfText("protocol FooDependency { func make() -> Score }")
            .lines("FooDependencyMock")
        #expect(
            lines.contains(
                "fatalError(\"FooDependencyMock: set makeHandler, "
                    + "as there is no value to return without it\")"))
    }

    @Test("Values that stand for nothing are returned by default")
    func defaults() {
        let types = [
            ("Int?", "nil"), ("[Int]", "[]"), ("[Int: Int]", "[:]"), ("Set<Int>", "[]"),
            ("String", "\"\""), ("Bool", "false"), ("Double", "0"), ("(Int, String)", "(0, \"\")"),
            ("Observable<Int>", "Observable<Int>.empty()"),
            ("AnyPublisher<Int, Error>", "Empty<Int, Error>().eraseToAnyPublisher()"),
        ]
        for (type, value) in types {
            let lines = DoublesOfText("protocol FooListener { func bar() -> \(type) }")
                .lines("FooListenerMock")
            #expect(lines.contains("return \(value)"))
        }
    }

    @Test("Overloads get their labels and types appended")
    func overloads() {
        let lines = DoublesOfText(
            """
            protocol FooListener {
                func update()
                func update() -> Int
                func update(arg: Int)
                func update(arg: Float)
                func remove(child: Int)
                func removeChild(child: String)
                func remove(child: String)
            }
            """
        ).lines("FooListenerMock")
        let counters = lines.filter { $0.contains("CallCount: Int = 0") }
            .map { $0.split(separator: " ")[2].replacing("CallCount:", with: "") }
        #expect(
            counters == [
                "update", "updateInt", "updateArg", "updateArgFloat", "remove", "removeChild",
                "removeChildString",
            ])
    }

    @Test("A listener is held weakly, as a view or an interactor holds it")
    func weakListener() {
        let lines = DoublesOfText(
            """
            protocol FooPresentableListener: AnyObject {}
            protocol FooPresentable { var listener: FooPresentableListener? { get set } }
            """
        ).lines("FooPresentableMock")
        #expect(
            lines.contains(
                "weak var listener: FooPresentableListener? = nil "
                    + "{ didSet { listenerSetCallCount += 1 } }"))
    }

    @Test("Objects among the arguments are kept weakly")
    func weakArguments() {
        let lines = DoublesOfText(
            """
            protocol FooListener: AnyObject {}
            protocol FooBuildable { func build(withListener listener: FooListener, id: Int) }
            """
        ).lines("FooBuildableMock")
        #expect(
            lines.contains(
                "buildArguments.append({ [weak listener, id] in "
                    + "guard let listener else { return nil }; return (listener, id) })"))
    }

    @Test("A double makes other doubles, unless they would make each other without end")
    func doublesInDoubles() {
        let doubles = DoublesOfText(
            """
            protocol AListener { var b: BListener { get } }
            protocol BListener { var a: AListener { get } }
            protocol CListener { var a: AListener { get } }
            """)
        #expect(doubles.lines("CListenerMock").contains("var a: AListener = AListenerMock()"))
        #expect(doubles.lines("AListenerMock").contains("private var _b: BListener?"))
        #expect(doubles.lines("BListenerMock").contains("private var _a: AListener?"))
    }

    @Test("A double makes only doubles of its own actor")
    func doublesOfActors() {
        let doubles = DoublesOfText(
            """
            @MainActor protocol AListener {}
            @MainActor protocol BDependency { var a: AListener { get } }
            protocol CDependency { var a: AListener { get } }
            """)
        #expect(doubles.lines("BDependencyMock").contains("var a: AListener = AListenerMock()"))
        #expect(doubles.lines("CDependencyMock").contains("private var _a: AListener?"))
    }

    @Test("The same sources give the same text, sorted by name")
    func deterministic() {
        let one = DoublesOfText("protocol BListener {}\nprotocol AListener {}").all.text
        let other = DoublesOfText("protocol AListener {}\nprotocol BListener {}").all.text
        #expect(one == other)
    }
}

/// The doubles of a text, by the names of their classes.
struct DoublesOfText {
    let all: TestDoubles

    init(_ text: String, flavor: StreamFlavor? = nil) {
        var options = TestDoubles.Options()
        options.flavor = flavor
        all = TestDoubles(ofText: text, path: "A.swift", options)
    }

    /// The text of one class.
    subscript(name: String) -> String {
        let parts = all.text.components(separatedBy: "// MARK: - \(name)\n\n")
        guard parts.count > 1 else { return "" }
        let section = parts[1].components(separatedBy: "\n// MARK: - ")[0]
        return section.trimmingCharacters(in: .newlines)
    }

    /// The lines of one class, without indentation.
    func lines(_ name: String) -> [String] {
        self[name].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// What was left out, one line each.
    var problems: [String] { all.problems.map { "\($0.file): \($0.message)" } }
}
