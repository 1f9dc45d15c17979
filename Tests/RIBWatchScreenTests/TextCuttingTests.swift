// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText
@testable import RIBWatchScreen

@Suite struct TextCuttingTests {
    private func cut(
        _ text: String, _ columns: Int, _ alphabet: TextAlphabet = .unicode
    ) -> String {
        TextLayout(alphabet: alphabet).row(TextLine(text), columns: columns)
            .rendered(colored: false)
    }

    @Test func aLineThatFitsStaysWhole() {
        #expect(cut("Root/Home", 9) == "Root/Home")
    }

    @Test func aLongLineLosesItsEnd() {
        #expect(cut("Root/Home", 8) == "Root/Ho…")
    }

    @Test func aPathLosesItsStart() {
        let path = TextLine("App/Home/HomeRouter.swift:83")
        let end = TextLayout().row(ofPath: path, columns: 12)
        #expect(end.rendered(colored: false) == "…er.swift:83")
    }

    @Test func aWideCharacterIsNotHalved() {
        #expect(cut("世界世界", 6) == "世界…")
        #expect(cut("世界世界", 4) == "世…")
    }

    @Test func inASCIITheSignOfTheCutIsWiderButFits() {
        #expect(cut("Root/Home", 8, .ascii) == "Root/...")
    }

    @Test func hiddenCharactersAreCutAsTheyAreShown() {
        #expect(cut("A\u{1B}[31mB", 8) == "A\\u{1B}…")
    }

    @Test(arguments: 0...3) func anyRoomIsKept(columns: Int) {
        for alphabet in [TextAlphabet.unicode, .ascii] {
            let shown = cut("世界 Root", columns, alphabet)
            #expect(shown.columns <= columns)
        }
    }

    @Test func paddingReachesAColumn() {
        #expect(TextLine("世").padded(to: 4).rendered(colored: false) == "世  ")
        #expect(TextLine("Root").padded(to: 2).rendered(colored: false) == "Root")
    }

    @Test func anotherStyleCoversAllPieces() {
        let line = TextLine("a", .alarm) + TextLine("b")
        #expect(line.restyled(.inverse).rendered(colored: true) == "\u{1B}[7mab\u{1B}[0m")
    }
}
