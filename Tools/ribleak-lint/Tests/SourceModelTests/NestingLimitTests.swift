// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import SourceModel

/// Which code is too deep to be walked through, and which only looks so.
@Suite struct NestingLimitTests {
    @Test(arguments: [
        "let a = " + text("(", 5_000),
        "let a = " + text("[", 5_000),
        text("class A { ", 5_000),
        "let a = b" + text(".c()", 5_000),
        "let a = b" + text("\n    .c()", 5_000),
        "let a = b" + text("[0]", 5_000),
        "let a = b" + text("?", 5_000),
        "let a: " + text("Array<", 5_000),
        "func f() { if a {} " + text("else if a == b {} ", 5_000),
        "func f() { if a {}\n" + text("else if a == b {}\n", 5_000),
        "let a = " + text("try ", 5_000),
        "let a = " + text("try\n", 5_000),
        "let a: " + text("Int -> ", 5_000),
        text("#if A\n", 5_000),
        #"let a = "# + text(#""\("#, 5_000),
        "let a = " + text("[", 20) + "1" + text("]", 20),
    ])
    func refusesDeepCode(code: String) {
        #expect(NestingLimit.fault(of: code) == "the code nests deeper than 1000 levels")
    }

    @Test(arguments: [
        "let a = " + text("a ? b : ", 20_000) + "c",
        "let a = " + text("a ? b\n    : ", 20_000) + "c",
        "let a = f(" + text("a +\n", 25_000) + "c)",
        "let a = " + text("b+", 25_000) + "c",
    ])
    func refusesAnExpressionWithoutAnEnd(code: String) {
        #expect(NestingLimit.fault(of: code) == "an expression has more than 20000 operators")
    }

    @Test(arguments: [
        text("let a = [b(c), d.e]\n", 5_000),
        "let a = [" + text("[1, 2], ", 5_000) + "]",
        "let a = 1" + text(" + b.c", 5_000),
        "let a = \"b\"" + text(" +\n    \"b\"", 15_000),
        "let a = [" + text("\"b\": -1,\n", 50_000) + "]",
        text("let a: Int? = b ? c : d\n", 25_000),
        "switch a {\n" + text("case .b:\n    c += 1\n", 25_000) + "}",
        "let a = a" + text(" || b == .c", 5_000),
        text("func f() { if a {} else {} }\n", 5_000),
        text("func f() { if a {} else {} };", 5_000),
        text("#if A\nlet a = 1\n#endif\n", 5_000),
        "// " + text("(", 5_000),
        "/* " + text("(\n", 5_000) + " */",
        "let a = \"" + text("(", 5_000) + "\"",
        "let a = \"\"\"\n" + text("(\n", 5_000) + "\"\"\"",
        "let a = #\"" + text(#"\("#, 5_000) + "\"#",
        text(#"let a = "\(b) ("# + "\"\n", 5_000),
        text("func f() { a( }\n", 5_000),
        "let a: " + text("[", 6) + "Int" + text("]", 6),
    ])
    func readsLongCode(code: String) {
        #expect(NestingLimit.fault(of: code) == nil)
    }

    private static func text(_ part: String, _ count: Int) -> String {
        String(repeating: part, count: count)
    }
}
