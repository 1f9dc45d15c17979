// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import Testing
import TraceFixtures

@testable import RIBCommand

@Suite struct ManifestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String) throws {
        try "".write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    @Test func itIsTheNearestOne() throws {
        for name in ["repo/.git", "repo/Apps/Shop"] {
            try FileManager.default.createDirectory(
                atPath: folder.file(name), withIntermediateDirectories: true)
        }
        let root = RepositoryRoot(of: folder.file("repo/Apps/Shop"), workspace: nil)
        #expect(root.manifest == "Apps/Shop/Package.swift")
        try write("repo/Package.swift")
        #expect(root.manifest == "Package.swift")
        try write("repo/Apps/Shop/Package.swift")
        #expect(root.manifest == "Apps/Shop/Package.swift")
    }
}
