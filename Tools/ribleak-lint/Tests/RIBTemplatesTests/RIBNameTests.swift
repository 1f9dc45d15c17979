// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTemplates

struct RIBNameTests {
    @Test(arguments: [
        ("LoggedIn", "loggedIn"), ("URLViewer", "urlViewer"), ("ID", "id"), ("A", "a"),
        ("Game2", "game2"), ("Überblick", "überblick"), ("QR", "qr"),
        ("日本", "日本"), ("العربية", "العربية"),
    ])
    func itsVariableBeginsSmall(name: String, variable: String) throws {
        #expect(try RIBName(name, at: "x").variable == variable)
    }

    @Test func aKeywordNamesNoProperty() throws {
        #expect(try RIBName("Import", at: "x").property == "importRouter")
        #expect(try RIBName("Profile", at: "x").property == "profile")
    }

    @Test(arguments: [
        ("", "the name is empty; use letters and digits, such as 'Profile'"),
        ("2nd", "'2nd' is not a name for a Swift type; use letters and digits, such as 'Profile'"),
        (
            "My RIB",
            "'My RIB' is not a name for a Swift type; use letters and digits, such as 'Profile'"
        ),
        (
            "../X",
            "'../X' is not a name for a Swift type; use letters and digits, such as 'Profile'"
        ),
        ("profile", "'profile' begins with a small letter; did you mean 'Profile'?"),
        (
            "ProfileRouter",
            "'ProfileRouter' has the name of a part, which is added; did you mean 'Profile'?"
        ),
        (
            "ProfileRIB",
            "'ProfileRIB' has the name of a part, which is added; did you mean 'Profile'?"
        ),
        ("Interactor", "'Interactor' names a part that each RIB has; name the RIB"),
        ("Launch", "'Launch' would hide a type of RIBs itself; choose another name"),
    ])
    func whatCannotBeANameIsRefused(name: String, reason: String) {
        #expect(throws: NewError.arguments("--parent: \(reason)")) {
            try RIBName(name, at: "--parent")
        }
    }

    @Test func aNameThatIsTooLongForAFileIsRefused() {
        #expect(throws: NewError.arguments("x: the name has more than 100 characters; shorten it"))
        {
            try RIBName(String(repeating: "A", count: 101), at: "x")
        }
    }
}
