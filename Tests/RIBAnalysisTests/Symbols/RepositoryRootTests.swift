// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct RepositoryRootTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes the folders, and returns the absolute path of the last one.
    private func make(_ names: String...) throws -> String {
        for name in names {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        return names.last.map(folder.file) ?? folder.path
    }

    private func write(_ name: String) throws {
        try "".write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    @Test func itIsTheNearestFolderWithAGitFolder() throws {
        let app = try make("repo/.git", "repo/Apps/Shop")
        let root = RepositoryRoot(of: app, workspace: nil)
        #expect(root.path == folder.file("repo"))
        #expect(root.workingFolder == "Apps/Shop")
    }

    @Test func aWorktreeHasAFileInstead() throws {
        let app = try make("tree/App")
        try write("tree/.git")
        #expect(RepositoryRoot(of: app, workspace: nil).path == folder.file("tree"))
    }

    @Test func aSubmoduleBelongsToTheRepositoryOfTheWorkspace() throws {
        let module = try make("repo/.git", "repo/Modules/Map/.git", "repo/Modules/Map")
        let root = RepositoryRoot(of: module, workspace: folder.file("repo") + "/")
        #expect(root.path == folder.file("repo"))
        #expect(root.workingFolder == "Modules/Map")
    }

    @Test func aWorkspaceAboveTheRepositoryDoesNotCount() throws {
        let repository = try make("work/app/.git", "work/app")
        let root = RepositoryRoot(of: repository, workspace: folder.file("work"))
        #expect(root.path == repository)
        #expect(root.workingFolder == "")
    }

    @Test func aWorkspaceOfAnArchiveWithoutGitIsTheRoot() throws {
        let app = try make("work/App")
        #expect(
            RepositoryRoot(of: app, workspace: folder.file("work")).path == folder.file("work"))
        #expect(RepositoryRoot(of: app, workspace: folder.file("other")).path == app)
        #expect(RepositoryRoot(of: app, workspace: "").path == app)
    }

    @Test func filesAreNamedFromTheRootAlsoThoseBesideTheWorkingDirectory() throws {
        let app = try make("repo/.git", "repo/Apps/Shop")
        let paths = RepositoryRoot(of: app, workspace: nil).paths()
        #expect(paths.shown(app + "/Sources/A.swift") == "Apps/Shop/Sources/A.swift")
        #expect(
            paths.shown(folder.file("repo/Shared/B.swift")) == "Shared/B.swift")
        #expect(paths.shown("Sources/C.swift") == "Apps/Shop/Sources/C.swift")
        #expect(paths.shown("/else/D.swift") == "/else/D.swift")
    }
}
