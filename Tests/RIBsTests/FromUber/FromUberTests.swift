// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// The page lists every public name, and each of its rows has a test.
@Suite struct FromUberTests {
    private static let folder = "Tests/RIBsTests/FromUber"

    private static var tests: [(name: String, text: SwiftText)] {
        get throws {
            try SourceFiles.swift(below: folder).filter { !$0.hasSuffix("/FromUberTests.swift") }
                .flatMap { try SwiftText(file: $0).tests }
        }
    }

    @Test func everyRowHasATestOfItsName() throws {
        let tested = try Self.tests.map(\.name).sorted()
        let listed = try UberRow.all.map(\.description).sorted()
        #expect(tested == listed)
    }

    @Test(arguments: try UberRow.all) func theTestUsesWhatTheRowNames(row: UberRow) throws {
        let test = try #require(try Self.tests.first { $0.name == row.description })
        let withUIKit = try SwiftText(
            file: "\(BuiltProducts.packageRoot)/\(Self.folder)/UberUIKitApp.swift")
        #expect(row.missing(in: SwiftText(test.text.text + withUIKit.text)) == [])
        #expect(row.missing(in: SwiftText("")).isEmpty == false, "the row names nothing")
    }

    @Test func everyPublicNameIsOnThePage() throws {
        let names = try SourceFiles.swift(below: "Sources/RIBs").flatMap {
            try SwiftText(file: $0).publicNames
        }
        let page = try UberRow.page.map { $0.rows.map { $0[0] }.joined(separator: " ") }
        let words = Set(
            page.joined(separator: " ").split { !$0.isLetter && $0 != "_" }.map(String.init))
        #expect(names.count > 100)
        #expect(Set(names).subtracting(words) == [])
    }

    @Test(arguments: [
        ("rx-forms", "RxSwift/Generated/RxSwiftForms.swift"),
        ("combine-forms", "Combine/Generated/FollowedPublishers.swift"),
    ])
    func theFormsOfALibraryAreThoseOfTheScript(script: String, file: String) throws {
        let folder = try TemporaryFolder()
        let root = BuiltProducts.packageRoot
        let writing = try FinishedProcess(
            path: "\(root)/Tools/\(script)", [folder.file("Forms.swift")])
        #expect(writing.code == 0 && writing.errors == "")
        let made = try String(contentsOfFile: folder.file("Forms.swift"), encoding: .utf8)
        let known = try String(contentsOfFile: "\(root)/Sources/RIBs/\(file)", encoding: .utf8)
        #expect(made == known, "run Tools/\(script)")
    }

    @Test func aRowIsMissedWhereALabelOrANameIsNotUsed() {
        let row = UberRow(description: "Step: commit(), wait(for:_:), init(), label")
        #expect(row.missing(in: SwiftText("Step(); step.commit(); wait(for: x, y); z.label")) == [])
        #expect(
            row.missing(in: SwiftText("Steps(); commits(); wait(of: x); labels"))
                == ["Step", "commit()", "wait(for:_:)", "init()", "label"])
    }

    @Test func namesInCommentsAndStringsAreNotUsed() {
        #expect(SwiftText("let a = \"b \\\" c\" // d\n/// e\nf").code == "let a =  \n\nf")
    }
}
