// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// What lies in the folder of a package that is to be checked for leaks.
package struct PackageSurvey {
    /// A framework for tests.
    enum TestFramework {
        case xcTest
        case swiftTesting
    }

    /// A test target and its folder, from the package's.
    struct TestTarget {
        let name: String
        let folder: String
        let framework: TestFramework
        /// The file that has the first test already, from the package's folder.
        let fileOfFirstTest: String?
    }

    /// The package's folder, an absolute path.
    let folder: String
    let manifest: ManifestText
    /// The folder of the repository; the package's where there is none.
    let repository: String
    /// The package's folder from the repository's, such as `Apps/Shop`; empty when equal.
    let folderInRepository: String
    /// The servers that the repository seems to use.
    let servers: Set<CIServer>
    /// Whether a person said which servers.
    let areServersChosen: Bool
    /// The test target that checks leaks, or else the first one; nil when there is none.
    let testTarget: TestTarget?

    /// Looks at a package.
    ///
    /// - Parameters:
    ///   - folder: Where its `Package.swift` lies, an absolute path.
    ///   - servers: The servers to set up; nil to take those that the repository seems to use.
    /// - Throws: `UserError` when there is no package.
    package init(of folder: String, servers: Set<CIServer>? = nil) throws(UserError) {
        self.folder = folder
        manifest = try Self.manifest(in: folder)
        let root = RepositoryRoot(of: folder, workspace: nil)
        repository = root.path
        folderInRepository = root.workingFolder
        self.servers = servers ?? CIServer.used(in: root.path)
        areServersChosen = servers != nil
        testTarget = Self.testTarget(of: manifest, in: folder)
    }

    /// The dependency on ribleak, if the manifest has one: by its usual name, or a clone with
    /// another name.
    var ribleak: ManifestText.Package? {
        manifest.packages.first { $0.name.lowercased() == "ribleak" }
            ?? manifest.packages.first { package in
                package.path.map { exists("\($0)/\(Self.schema)") } ?? false
            }
    }

    /// The folder of ribleak's sources, from the package's folder: where the manifest says, or
    /// where the package manager checks it out.
    var ribleakFolder: String {
        guard let ribleak else { return Self.usualPath }
        return ribleak.path ?? ".build/checkouts/\(ribleak.name)"
    }

    /// Whether a server gets ribleak's sources neither with the repository nor from SwiftPM.
    var isRibleakOutside: Bool {
        let path = ribleak.map(\.path) ?? Self.usualPath
        return path.map { !isInRepository($0) } ?? false
    }

    /// Where a server gets the sources of a ribleak outside of the repository from; nil when that
    /// is not known, or an absolute path is of this machine.
    var ribleakRemote: String? {
        isRibleakOutside && !ribleakFolder.hasPrefix("/")
            ? CIServer.cloneAddress(of: absolute(ribleakFolder)) : nil
    }

    /// How the command is called in the package's folder.
    var command: String {
        guard let ribleak, !ribleak.hasCommand else { return "swift run ribleak" }
        return ribleak.path.map { "swift run --package-path \($0) ribleak" } ?? "ribleak"
    }

    /// Where editors find the schema of the settings, from the package's folder: in the sources of
    /// ribleak, so that it is the one of the version in use. Nil when these are not found.
    var schemaPath: String? {
        let path = "\(ribleakFolder)/\(Self.schema)"
        // What the package manager checks out need not be there yet.
        let isCheckedOut = ribleak.map { $0.path == nil } ?? false
        return isCheckedOut || exists(path) ? path : nil
    }

    /// Whether a path from the package's folder leads to something.
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: absolute(path)) }

    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : "\(folder)/\(path)" }

    /// Whether the folder of a file that does not exist yet is inside the repository once links are
    /// followed.
    func staysInRepository(_ path: String) -> Bool {
        func real(_ path: String) -> String? {
            realpath(path, nil).map { found in
                defer { free(found) }
                return String(cString: found)
            }
        }
        var place = URL(fileURLWithPath: absolute(path)).deletingLastPathComponent().path
        // What is missing is made, and is no link then.
        while real(place) == nil, place != "/" {
            place = URL(fileURLWithPath: place).deletingLastPathComponent().path
        }
        guard let root = real(repository), let found = real(place) else { return false }
        return found == root || found.hasPrefix(root + "/")
    }

    /// Whether a path from the package's folder stays inside the repository. Links are not
    /// followed.
    func isInRepository(_ path: String) -> Bool {
        URL(fileURLWithPath: absolute(path)).standardized.path.hasPrefix("\(repository)/")
    }

    /// The place beside the package where the guide says to clone ribleak.
    static let usualPath = "../ribleak"
    private static let schema = "Reports/settings.schema.json"
    private static let mostBytes = 1 << 20

    // MARK: - The package

    private static func manifest(in folder: String) throws(UserError) -> ManifestText {
        let text: String?
        do {
            text = try InputFile.text(at: "\(folder)/Package.swift", atMost: mostBytes)
        } catch {
            throw UserError(.request, "Package.swift", error.explanation)
        }
        if let text { return ManifestText(text) }
        let above = folder.split(separator: "/").indices.lazy.map { index in
            Array(repeating: "..", count: index + 1).joined(separator: "/")
        }
        let way = above.first {
            FileManager.default.fileExists(atPath: "\(folder)/\($0)/Package.swift")
        }
        let advice =
            way.map { "the nearest one is in \($0): run it there" }
            ?? "run it in the folder of a Swift package"
        throw UserError(
            .request, "", "there is no Package.swift in this folder; \(advice)")
    }

    // MARK: - Its tests

    private static func testTarget(of manifest: ManifestText, in folder: String) -> TestTarget? {
        let targets = manifest.testTargets.sorted { $0.checksLeaks && !$1.checksLeaks }
        for target in targets {
            let usual = ["Tests", "Sources", "Source", "src", "srcs"].map { "\($0)/\(target.name)" }
            let places = target.path.map { [$0] } ?? usual
            for place in places where isInside(place) {
                guard let files = swiftFiles(in: "\(folder)/\(place)") else { continue }
                let texts = files.map { (try? InputFile.text(at: $0, atMost: mostBytes)) ?? "" }
                let first = texts.firstIndex { $0.contains(SetupTexts.firstTestType) }
                return TestTarget(
                    name: target.name, folder: place, framework: framework(in: texts),
                    fileOfFirstTest: first.map { String(files[$0].dropFirst(folder.count + 1)) })
            }
        }
        return nil
    }

    private static func isInside(_ path: String) -> Bool {
        !path.hasPrefix("/") && !path.split(separator: "/").contains("..")
    }

    /// - Returns: Some of the Swift files at any depth, or nil when there is no such folder.
    private static func swiftFiles(in folder: String) -> [String]? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder),
            isFolder.boolValue,
            let names = FileManager.default.enumerator(atPath: folder)
        else { return nil }
        let most = 200
        let files = names.lazy.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        return Array(files.prefix(most)).map { "\(folder)/\($0)" }
    }

    /// The framework that most files import.
    private static func framework(in texts: [String]) -> TestFramework {
        func users(of module: String) -> Int { texts.count { $0.contains("import \(module)\n") } }
        return users(of: "XCTest") > users(of: "Testing") ? .xcTest : .swiftTesting
    }
}
