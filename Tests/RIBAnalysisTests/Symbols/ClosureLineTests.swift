// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// The line of a closure, by that of the call that it is passed to.
@Suite struct ClosureLineTests {
    @Test(arguments: [
        ("run { self.show() }", 1),
        ("run {\n    self.show()\n}", 1),
        ("center.addObserver(\n    forName: name\n) { _ in self.show() }", 3),
        ("stream.map { $0 }.sink { self.show($0) }", 1),
        ("run { } // and {", 1),
        ("log(\"{\") { self.show() }", 1),
        ("text.replacing(/\"a\"/) {\n    self.show($0)\n}", 1),
        ("let x = {\n    self.show()\n}\nrun { }", 1),
    ])
    func theOnlyLineWithClosuresOfACallIsTheirs(text: String, line: Int) {
        #expect(ClosureLine.line(inCallAt: 1, of: text, isImplicit: false) == line)
    }

    @Test(arguments: [
        "run(self.show)", "subscribe(\n    onNext: { _ in },\n    onError: { self.show($0) })",
        "stream.sink { _ in\n} receiveValue: {\n    self.show($0)\n}",
        "stream.sink { _ in }\nreceiveValue: { self.show($0) }",
        "run {\n    self.show()", "log(\"\\(x.map { $0 })\") { self.show() }", "/* { */ run { }",
        "",
    ])
    func aClosureThatMayBeOnAnotherLineHasNone(text: String) {
        #expect(ClosureLine.line(inCallAt: 1, of: text, isImplicit: false) == nil)
    }

    @Test func aMethodReferenceIsOnTheLineOfAShortCall() {
        #expect(ClosureLine.line(inCallAt: 1, of: "run(show)", isImplicit: true) == 1)
        #expect(ClosureLine.line(inCallAt: 1, of: "run(\n    show)", isImplicit: true) == nil)
        #expect(ClosureLine.line(inCallAt: 1, of: "run(show) { }", isImplicit: true) == nil)
    }

    @Test func aLineThatTheFileHasNotIsNone() {
        #expect(ClosureLine.line(inCallAt: 9, of: "run { }", isImplicit: false) == nil)
    }
}
