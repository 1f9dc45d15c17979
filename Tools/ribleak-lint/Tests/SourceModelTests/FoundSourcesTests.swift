// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SourceModel

/// Which files are read below a path, and what is said about the others.
@Suite final class FoundSourcesTests {
    private let folder = URL(fileURLWithPath: NSTemporaryDirectory())
        .appendingPathComponent("found-sources-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    @Test func findsSwiftFilesInAllFolders() throws {
        try write("A.swift", "Deep/Deeper/B.swift", "Deep/notes.txt")
        #expect(found().names == ["A.swift", "Deep/Deeper/B.swift"])
    }

    @Test func leavesOutWhatSomebodyElseWrote() throws {
        try write(
            "A.swift", "Pods/P.swift", ".build/B.swift", "Carthage/C.swift", "App/Vendor/V.swift",
            "App/Generated/G.swift", "ThirdParty/T.swift")
        #expect(found().names == ["A.swift"])
    }

    @Test func leavesOutTemplatesOfXcode() throws {
        try write("A.swift", "Scripts/RIB.xctemplate/Default/___FILEBASENAME___Builder.swift")
        #expect(found().names == ["A.swift"])
    }

    @Test func readsARIBThatHasSuchAName() throws {
        try write("Seller/Vendor/VendorRouter.swift", "Seller/Vendor/Row.swift")
        #expect(
            found().names == ["Seller/Vendor/Row.swift", "Seller/Vendor/VendorRouter.swift"])
    }

    @Test func readsWhatSomebodyElseWroteWhereItIsNamed() throws {
        try write("Vendor/V.swift")
        let path = folder.appendingPathComponent("Vendor").path
        #expect(FoundSources(below: [path]).files.count == 1)
    }

    @Test func leavesOutWhatAPatternNames() throws {
        try write("A.swift", "Legacy/G.swift", "Deep/Legacy/H.swift", "AMocks.swift")
        #expect(found(excluding: ["Legacy/**", "*Mocks.swift"]).names == ["A.swift"])
    }

    @Test func endsWhereLinksGoInACircle() throws {
        try write("Deep/A.swift")
        try link("Deep/Circle", to: folder.path)
        #expect(found().names == ["Deep/A.swift"])
    }

    @Test func readsAFileOnceThatTwoPathsReach() throws {
        try write("A.swift")
        let path = folder.appendingPathComponent("A.swift").path
        #expect(FoundSources(below: [path, folder.path, path]).files.count == 1)
    }

    @Test func saysWhichPathDoesNotExist() {
        let missing = folder.appendingPathComponent("Missing").path
        #expect(
            FoundSources(below: [missing]).problems
                == [Problem(file: missing, message: "no such file or folder")])
    }

    @Test func saysWhichLinkLeadsNowhere() throws {
        try write("A.swift")
        try link("B.swift", to: "nowhere")
        let found = found()
        #expect(found.names == ["A.swift"])
        #expect(found.problems.map(\.message) == ["the link leads nowhere"])
    }

    @Test func takesAFileWhateverItsNameIs() throws {
        try write("A.swift.txt")
        let path = folder.appendingPathComponent("A.swift.txt").path
        #expect(FoundSources(below: [path]).files == [path])
    }

    private func found(excluding patterns: [String] = []) -> (
        names: [String], problems: [Problem]
    ) {
        let sources = FoundSources(below: [folder.path], excluding: patterns)
        return (sources.files.map { String($0.dropFirst(folder.path.count + 1)) }, sources.problems)
    }

    private func write(_ names: String...) throws {
        for name in names {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("let a = 1\n".utf8).write(to: file)
        }
    }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
    }
}
