// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import TestDoubles

@Suite("Inheritance")
struct InheritanceTests {
    private func counters(_ text: String, _ name: String) -> [String] {
        DoublesOfText(text).lines(name).filter { $0.hasSuffix("CallCount: Int = 0") }
            .map { String($0.split(separator: " ")[2].replacing("CallCount:", with: "")) }
    }

    @Test("A member that comes by two ways is there once")
    func diamond() {
        let text = """
            protocol Top { func top(); var level: Int { get } }
            protocol Left: Top { func left() }
            protocol Right: Top { func right(); var level: Int { get set } }
            protocol BottomListener: Left & Right { func top(); func bottom() }
            """
        #expect(
            counters(text, "BottomListenerMock") == [
                "levelSet", "top", "bottom", "left", "right",
            ])
    }

    @Test("The members of the runtime's protocols are known")
    func runtime() {
        let text = "protocol FooRouting: ViewableRouting { func routeToBar() }"
        #expect(
            counters(text, "FooRoutingMock") == [
                "routeToBar", "load", "attachChild", "detachChild",
            ]
        )
        #expect(counters("protocol FooBuildable: RIBs.Buildable {}", "FooBuildableMock") == [])
    }

    @Test("The runtime's streams are those that the sources import")
    func flavor() {
        let text = "protocol FooRouting: Routing {}"
        #expect(
            DoublesOfText(text)["FooRoutingMock"].contains("AnyPublisher<RouterLifecycle, Never>"))
        #expect(
            DoublesOfText("import RxSwift\n" + text)["FooRoutingMock"]
                .contains("Observable<RouterLifecycle>"))
        #expect(
            DoublesOfText(text, flavor: .rx)["FooRoutingMock"]
                .contains("Observable<RouterLifecycle>"))
    }

    @Test("A protocol with an unknown parent is left out, with the reason")
    func unknownParent() {
        let doubles = DoublesOfText(
            """
            import UIKit
            protocol Base: Elsewhere {}
            protocol FooListener: Base {}
            """)
        #expect(doubles["FooListenerMock"].isEmpty)
        #expect(
            doubles.problems == [
                "A.swift:3: FooListener gets no double: its parent Elsewhere is not among the sources"
            ])
    }

    @Test("Protocols that inherit from each other come to an end")
    func circle() {
        #expect(
            counters(
                "protocol AListener: BListener { func a() }\nprotocol BListener: AListener {}",
                "AListenerMock") == ["a"])
    }

    @Test("What no other file can see is left out")
    func hidden() {
        #expect(
            DoublesOfText("private protocol FooListener {}").problems == [
                "A.swift:1: FooListener gets no double: no other file can see it"
            ])
    }

    @Test("Of two protocols with one name, the first gets the double")
    func sameName() {
        #expect(
            DoublesOfText("protocol FooListener {}\nprotocol FooListener {}").problems == [
                "A.swift:2: FooListener gets no double: A.swift:1 has one of that name"
            ])
    }

    @Test("A damaged protocol is left out, and the others are not")
    func damaged() {
        let doubles = DoublesOfText("protocol AListener { func }\nprotocol BListener {}")
        #expect(doubles["AListenerMock"].isEmpty)
        #expect(!doubles["BListenerMock"].isEmpty)
        #expect(
            doubles.problems == [
                "A.swift: parts of the file are not Swift, and are skipped",
                "A.swift:1: AListener gets no double: parts of it are not Swift",
            ])
    }

    @Test("A nested protocol's double is nested beside it")
    func nested() {
        let doubles = DoublesOfText("enum Outer { protocol FooListener {} }")
        #expect(
            doubles["Outer.FooListenerMock"] == """
                extension Outer {
                    class FooListenerMock: FooListener {
                        init() {}
                    }
                }
                """)
    }

    @Test("A protocol under a condition has a double under the same condition")
    func conditions() {
        let text = DoublesOfText(
            """
            #if os(iOS)
            import UIKit
            protocol FooListener { func one(_ view: UIView) }
            #else
            protocol FooListener { func other() }
            #endif
            """
        ).all.text
        #expect(text.contains("#if os(iOS)\nimport UIKit\n#endif"))
        #expect(text.contains("#if os(iOS)\nclass FooListenerMock"))
        #expect(text.contains("#if !(os(iOS))\nclass FooListenerMock"))
    }
}
