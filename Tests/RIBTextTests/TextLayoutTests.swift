// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

/// Width 40 is the least, so the lines are longer than that.
@Suite struct TextLayoutTests {
    private func lines(_ lines: TextLine..., width: Int? = 40, in alphabet: TextAlphabet = .unicode)
        -> [String]
    {
        TextLayout(width: width, alphabet: alphabet).lines(lines)
    }

    @Test func aLongLineGoesOnBesideTheTree() {
        #expect(
            lines(TextLine("│    one two three four five six seven eight nine ten")) == [
                "│    one two three four five six seven", "│      eight nine ten",
            ])
        #expect(
            lines(TextLine("├─ one two three four five six seven eight nine ten")) == [
                "├─ one two three four five six seven", "│      eight nine ten",
            ])
        #expect(
            lines(TextLine("│   └── ShopRouter  Root/Shop  active, attached")) == [
                "│   └── ShopRouter  Root/Shop  active,", "│         attached",
            ])
    }

    @Test func aLineWithoutATreeGoesOnIndented() {
        #expect(
            lines(TextLine("  one two three four five six seven eight nine ten")) == [
                "  one two three four five six seven", "      eight nine ten",
            ])
    }

    @Test func whatFitsIsLeftAsItIs() {
        let line = TextLine("├─ forty columns are just enough for it.")
        #expect(line.columns == 40)
        #expect(lines(line) == ["├─ forty columns are just enough for it."])
        #expect(lines(line, width: nil) == lines(line))
    }

    @Test func aLongNameIsBrokenWhereItHasParts() {
        #expect(
            lines(
                TextLine("│    made at Sources/Features/Checkout/Payment/CheckoutRouter.swift:83"))
                == [
                    "│    made at Sources/Features/Checkout/",
                    "│      Payment/CheckoutRouter.swift:83",
                ])
        #expect(
            lines(TextLine("CheckoutInteractor.didBecomeActive.onPaymentSucceeded(_:)")) == [
                "CheckoutInteractor.didBecomeActive",
                "    .onPaymentSucceeded(_:)",
            ])
    }

    @Test func onlyANameLongerThanALineIsBrokenInside() {
        let name = String(repeating: "abcdefghij", count: 5)
        #expect(
            lines(TextLine("│    \(name)")) == [
                "│    " + name.prefix(35), "│      " + name.dropFirst(35),
            ])
    }

    @Test func theMarkStaysBelowWhatItMarks() {
        let edge = TextLine("│    ↓ ") + TextLine("CheckoutInteractor") + TextLine(".")
        let short = edge + TextLine("router").marked
        #expect(
            lines(short, width: nil) == [
                "│    ↓ CheckoutInteractor.router", "│                         ~~~~~~",
            ])
        let long = edge + TextLine("listenersOfThePayment").marked + TextLine(" (inferred)")
        #expect(
            lines(long) == [
                "│    ↓ CheckoutInteractor", "│      .listenersOfThePayment (inferred)",
                "│       ~~~~~~~~~~~~~~~~~~~~~",
            ])
    }

    @Test func aMarkThatIsBrokenGoesOnBelowTheRest() {
        let edge =
            TextLine("│    closure #1 in Checkout.load() ") + TextLine("captures self").marked
        #expect(
            lines(edge) == [
                "│    closure #1 in Checkout.load()", "│      captures self",
                "│      ~~~~~~~~~~~~~",
            ])
        let wide = TextLine("│    closure #1 in Home.load() ") + TextLine("captures self").marked
        #expect(
            lines(wide) == [
                "│    closure #1 in Home.load() captures",
                "│                              ~~~~~~~~",
                "│      self", "│      ~~~~",
            ])
    }

    @Test func wideCharactersTakeTwoColumnsAndCombiningMarksNone() {
        #expect("カート".columns == 6)
        #expect("e\u{301}tat".columns == 4)
        #expect("👩🏽".columns == 2)
        #expect("❤\u{FE0F}".columns == 2)
        #expect("│ é → Ω".columns == 7)
        #expect("a\u{1B}".columns == 7)
        let edge = TextLine("│    カート.") + TextLine("親").marked
        #expect(lines(edge) == ["│    カート.親", "│           ~~"])
        #expect(
            lines(TextLine("カートカート カートカート カートカート カート")) == [
                "カートカート カートカート カートカート", "    カート",
            ])
    }

    @Test func anEndlessNameIsCutBeforeItIsBroken() {
        let all = lines(TextLine(String(repeating: "x", count: 1_000_000)))
        #expect(all.count < 40)
        #expect(all.last?.hasSuffix("…") == true)
    }

    @Test func drawsWithASCII() {
        let edge = TextLine("│    ↓ Café.") + TextLine("カ").marked
        #expect(
            lines(edge, in: .ascii) == ["|    v Caf\\u{E9}.\\u{30AB}", "|                ~~~~~~~~"])
        #expect(
            lines(TextLine("├─ ✗ 2 leaks … a→b × 3 · 4 µs"), in: .ascii)
                == ["+- x 2 leaks ... a>b x 3 . 4 us"])
        #expect(lines(TextLine("╰→ fingerprint"), in: .ascii) == ["`> fingerprint"])
        #expect(
            lines(TextLine("│    one two three four five six seven eight"), in: .ascii) == [
                "|    one two three four five six seven", "|      eight",
            ])
    }

    @Test func laysOutATextOfSeveralLines() {
        let layout = TextLayout(width: 40, alphabet: .ascii)
        #expect(layout.text("one\n\n  …\n") == "one\n\n  ...\n")
        #expect(layout.text("one") == "one\n")
        #expect(layout.text("") == "\n")
    }
}
