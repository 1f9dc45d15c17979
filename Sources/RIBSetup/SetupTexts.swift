// SPDX-License-Identifier: Apache-2.0

/// The files that a set-up writes, apart from the jobs of servers.
enum SetupTexts {
    /// The settings file, with an example of each setting in comments.
    ///
    /// - Parameter schema: Where editors find its schema; nil when that is not known.
    static func settings(schema: String?) -> String {
        let first =
            schema.map { "# yaml-language-server: $schema=\($0)" }
            ?? "# `ribleak settings schema` prints the schema of this file, for editors."
        return SetupTemplates.settings.replacing("{{schema}}", with: first)
    }

    /// A test that fails when its own two RIBs leak, for people to copy. It is written for the
    /// framework of the other tests.
    static func firstTest(
        _ framework: PackageSurvey.TestFramework, isOnMainActor: Bool
    ) -> String {
        let isolation = isOnMainActor ? "@MainActor " : ""
        let parts =
            switch framework {
            case .xcTest:
                [
                    "module": "XCTest", "need": "inherit from `LeakCheckedTestCase`",
                    "type": "final class \(firstTestName): LeakCheckedTestCase",
                    // XCTest on Linux runs a test of the main actor only if it is asynchronous.
                    "function": "\(isolation)func testAClosedRIBIsFreed()"
                        + (isOnMainActor ? " async" : ""),
                ]
            case .swiftTesting:
                [
                    "module": "Testing", "need": "have `@Suite(.detectLeaks)`",
                    "type": "\(isolation)@Suite(.detectLeaks) struct \(firstTestName)",
                    "function": "@Test func aClosedRIBIsFreed()",
                ]
            }
        return parts.reduce(SetupTemplates.firstTest) { text, part in
            text.replacing("{{\(part.key)}}", with: part.value)
        }
    }

    /// The name of the first test's type.
    static let firstTestName = "RIBLeakTests"

    /// How the first test's type is declared, in either framework.
    static var firstTestType: Regex<(Substring, Substring)> { /(class|struct) RIBLeakTests\b/ }
}
