// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBGate
@testable import RIBSetup

@Suite struct SettingsTextTests {
    private func settings(_ yaml: String) throws -> GateSettings {
        try GateSettings(yaml: yaml, file: ".ribleak.yml")
    }

    /// What it allows is what is allowed without it.
    @Test func asItIsItChangesNothing() throws {
        #expect(try settings(SetupTexts.settings(schema: nil)) == GateSettings())
    }

    @Test func eachExampleIsASetting() throws {
        let text = SetupTexts.settings(schema: "schema.json").split(separator: "\n").map { line in
            // Sentences begin with a blank.
            line.hasPrefix("#") && !line.hasPrefix("# ") || line.hasPrefix("#  ")
                ? String(line.dropFirst()) : String(line)
        }.joined(separator: "\n")
        let settings = try settings(text)
        #expect(settings.budgets.limits[.warnings] == 20)
        #expect(settings.budgets.paths.map(\.pattern.description) == ["Root/Legacy/**"])
        #expect(settings.baseline == ".ribleak-baseline.json")
        #expect(settings.suppressions.map(\.reason) == ["the map SDK keeps its views"])
        #expect(settings.libraryLeaks.count == 1)
        #expect(settings.lint.rules.map(\.severity) == [.off])
        #expect(settings.lint.excluded.map(\.description) == ["Sources/Generated/**"])
        #expect(settings.lint.suppressions.map(\.reason) == ["is rewritten this year"])
    }

    @Test(arguments: [
        ("../ribleak", "../ribleak/Reports/settings.schema.json"),
        (
            "https://github.com/a/ribleak.git",
            ".build/checkouts/ribleak/Reports/settings.schema.json"
        ),
    ])
    func editorsFindTheSchemaInTheDependency(address: String, schema: String) throws {
        let label = address.hasPrefix("https") ? "url" : "path"
        let manifest = ".package(\(label): \"\(address)\")"
        let package = try UserPackage(below: "App", ["Package.swift": manifest])
        try package.add("{}", to: "ribleak/Reports/settings.schema.json")
        let text = try #require(try package.text(of: ".ribleak.yml"))
        #expect(text.hasPrefix("# yaml-language-server: $schema=\(schema)\n"))
    }

    @Test func withoutTheSourcesTheCommandIsNamed() throws {
        let package = try UserPackage(["Package.swift": ".package(path: \"../ribleak\")"])
        let text = try #require(try package.text(of: ".ribleak.yml"))
        #expect(text.hasPrefix("# `ribleak settings schema` prints the schema"))
    }

    /// The schema lies where the text says.
    @Test func theSchemaIsAFileOfThisPackage() {
        #expect(
            FileManager.default.fileExists(
                atPath: "\(BuiltProducts.packageRoot)/Reports/settings.schema.json"))
    }
}
