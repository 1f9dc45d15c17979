// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBText

@Suite struct TextAlphabetTests {
    @Test(
        arguments: [
            ([:], TextAlphabet.unicode),
            (["LC_ALL": "C"], .ascii), (["LC_ALL": "POSIX"], .ascii), (["LANG": "C"], .ascii),
            (["LC_ALL": "C.UTF-8"], .unicode), (["LC_ALL": "C.utf8"], .unicode),
            (["LANG": "de_DE.UTF-8@euro"], .unicode), (["LANG": "de_DE@euro"], .ascii),
            (["LANG": "ja_JP.eucJP"], .ascii), (["LANG": "en_US"], .ascii),
            (["LC_CTYPE": "UTF-8"], .unicode),
            (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"], .ascii),
            (["LC_ALL": "", "LC_CTYPE": "C", "LANG": "C.UTF-8"], .ascii),
            (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"], .unicode),
            (["LC_ALL": "", "LC_CTYPE": "", "LANG": ""], .unicode),
        ] as [([String: String], TextAlphabet)])
    func theLocaleSaysWhichCharactersThereAre(
        environment: [String: String], alphabet: TextAlphabet
    ) {
        #expect(TextAlphabet(environment: environment) == alphabet)
    }

    @Test func whatIsASCIIIsLeftAsItIs() {
        #expect(TextAlphabet.ascii.text("a | b\u{1B}[0m\n") == "a | b\u{1B}[0m\n")
        #expect(TextAlphabet.unicode.text("├─ é") == "├─ é")
    }
}
