// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// The shop of `Tools/Examples`, copied out of the tree as a user's package and set up by
/// `Tools/init`, with tests that make mistakes when they are told to.
///
/// It is built once. What it is built of this package is kept beside this package's own build, where
/// the next run finds it.
final class SamplePackage: Sendable {
    /// Not a folder of one test: all share it, until the process ends.
    private static let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("ribleak sample \(UUID().uuidString)").path

    /// Where it lies.
    let folder = SamplePackage.folder
    /// What `Tools/init` said.
    let setUp: FinishedProcess
    private let scratch: String

    /// The package, built.
    static let built = Task { try await SamplePackage() }

    /// - Throws: When it cannot be made or built.
    private init() async throws {
        let ours = BuiltProducts.folder.deletingLastPathComponent().deletingLastPathComponent()
        scratch = ours.appendingPathComponent("sample-package").path
        let root = BuiltProducts.packageRoot
        try Self.copyShop(of: root)
        setUp = try FinishedProcess(path: "\(root)/Tools/init", [], in: folder)
        try takeDependencies(from: ours.path, root)
        try await build()
    }

    /// Builds it as it now is.
    ///
    /// - Throws: When it does not build.
    func build() async throws {
        let options = ProcessInfo.processInfo.environment["RIBLEAK_BUILD_OPTIONS"] ?? ""
        let built = try await swift(
            ["build", "--build-tests"] + options.split(separator: " ").map(String.init))
        guard built.code == 0 else { throw Refused(output: built.output + built.errors) }
    }

    /// Copies the shop, and adds the mistakes to its tests.
    private static func copyShop(of root: String) throws {
        let files = FileManager.default
        // Of a project on GitHub.
        try files.createDirectory(atPath: "\(folder)/.github", withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: SamplePackage.folder) }
        for name in ["Package.swift", "Sources", "Tests"] {
            try files.copyItem(
                atPath: "\(root)/Tools/Examples/Shop/\(name)", toPath: "\(folder)/\(name)")
        }
        try files.copyItem(
            atPath: "\(root)/Tests/EndToEndTests/ShopMistakes",
            toPath: "\(folder)/Tests/ShopTests/Mistakes")
        try edit("Package.swift") { manifest in
            manifest.replacing("\"../../..\"", with: "\"\(root)\"")
                // So that the tests that say nothing of leaks are checked too.
                .replacing("\"RIBLeakTesting\"", with: "\"RIBLeakTestingEverywhere\"")
        }
    }

    /// Changes one of its files.
    ///
    /// - Throws: When nothing changes.
    static func edit(_ name: String, _ change: (String) -> String) throws {
        let path = "\(folder)/\(name)"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let changed = change(text)
        guard changed != text else { throw Refused(output: "\(name) was not changed") }
        try changed.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Takes over the versions, and the sources, that were fetched for this package.
    private func takeDependencies(from build: String, _ root: String) throws {
        let files = FileManager.default
        let (versions, known) = ("\(root)/Package.resolved", "\(scratch)/Package.resolved")
        try files.createDirectory(atPath: scratch, withIntermediateDirectories: true)
        try? files.copyItem(atPath: versions, toPath: "\(folder)/Package.resolved")
        guard !files.contentsEqual(atPath: versions, andPath: known) else { return }
        for name in ["checkouts", "repositories", "workspace-state.json"] {
            try? files.removeItem(atPath: "\(scratch)/\(name)")
            try? files.copyItem(atPath: "\(build)/\(name)", toPath: "\(scratch)/\(name)")
        }
        try? files.removeItem(atPath: known)
        try? files.copyItem(atPath: versions, toPath: known)
    }

    /// Runs its tests anew, without an older run.
    ///
    /// - Parameter mistakes: What the tests do wrong, by the names of its `Mistake`.
    func test(mistakes: String = "", _ options: String...) async throws -> SampleTestRun {
        try? FileManager.default.removeItem(atPath: "\(folder)/.ribleak")
        let process = try await swift(
            ["test", "--skip-build"] + options, ["SHOP_MISTAKES": mistakes])
        return SampleTestRun(process)
    }

    /// Tests and judges it as the action for GitHub and the recipes for GitLab and Jenkins do.
    func judgeInCI(mistakes: String) async throws -> FinishedProcess {
        try await nicely(
            ["\(BuiltProducts.packageRoot)/Tools/ci/gate"],
            [
                "SHOP_MISTAKES": mistakes, "RIBLEAK_INSTALL": "no", "GITHUB_ACTIONS": "",
                "RIBLEAK_TESTS": "swift test --skip-build --scratch-path '\(scratch)'",
                "RIBLEAK_COMMAND": BuiltProducts.folder.appendingPathComponent("ribleak").path,
            ])
    }

    /// Runs this package's command in it.
    func ribleak(_ arguments: String...) throws -> FinishedProcess {
        try FinishedProcess("ribleak", arguments, in: folder)
    }

    /// The traces of its newest run.
    func traces() throws -> [String] {
        let runs = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.ribleak")
        return try runs.flatMap { run in
            try FileManager.default.contentsOfDirectory(atPath: "\(folder)/.ribleak/\(run)")
                .map { "\(folder)/.ribleak/\(run)/\($0)" }
        }
    }

    /// Has SwiftPM do something with it.
    private func swift(
        _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> FinishedProcess {
        try await nicely(
            ["swift"] + arguments.prefix(1) + ["--scratch-path", scratch]
                + arguments.dropFirst(), environment)
    }

    /// Runs a command in it. Other tests run meanwhile: these go first, and keep the threads on which
    /// tests run.
    private func nicely(
        _ command: [String], _ environment: [String: String]
    ) async throws -> FinishedProcess {
        let ours = ["RIBLEAK_TRACE_DIR": ".ribleak", "RIBLEAK_LEVEL": "full"]
            .merging(environment) { $1 }
        let words = ["nice"] + command
        let folder = folder
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try FinishedProcess(
                            path: "/usr/bin/env", words, environment: ours, in: folder,
                            within: 1_200)
                    })
            }
        }
    }

    private struct Refused: Error, CustomStringConvertible {
        let output: String
        var description: String { "the sample package does not build: \(output.suffix(4_000))" }
    }
}
