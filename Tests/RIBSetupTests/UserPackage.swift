// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

@testable import RIBSetup

/// A folder with a package of a user's in it.
struct UserPackage {
    /// The repository.
    let root: TemporaryFolder
    /// Of the package, in the repository.
    let folder: String

    /// - Parameters:
    ///   - below: The package's folder in the repository; empty for the repository itself.
    ///   - files: Their texts, by their paths from the package's folder.
    init(below: String = "", _ files: [String: String] = [:]) throws {
        root = try TemporaryFolder()
        folder = below.isEmpty ? root.path : root.file(below)
        try FileManager.default.createDirectory(
            atPath: root.file(".git"), withIntermediateDirectories: true)
        for (name, text) in files { try write(text, to: "\(folder)/\(name)") }
    }

    /// Writes a file of the repository.
    func add(_ text: String, to name: String) throws { try write(text, to: root.file(name)) }

    private func write(_ text: String, to path: String) throws {
        let url = URL(fileURLWithPath: path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: url, atomically: true, encoding: .utf8)
    }

    func plan(servers: Set<CIServer>? = nil) throws -> SetupPlan {
        SetupPlan(for: try PackageSurvey(of: folder, servers: servers))
    }

    /// What the plan does, one line a step and one for each piece of advice.
    func lines(servers: Set<CIServer>? = nil) throws -> [String] {
        let plan = try plan(servers: servers)
        return (plan.steps.map { $0.line(isDone: true) } + plan.closingLines).map {
            $0.rendered(colored: false)
        }
    }

    /// The text that the plan writes to a file.
    func text(of path: String, servers: Set<CIServer>? = nil) throws -> String? {
        for step in try plan(servers: servers).steps where step.path == path {
            switch step.action {
            case .create(let text), .extend(let text): return text
            case .leave: return nil
            }
        }
        return nil
    }

    /// A package that takes all that it needs of ribleak.
    static let manifest = """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "App",
            dependencies: [.package(path: "../ribleak")],
            targets: [
                .target(name: "App", dependencies: [.product(name: "RIBs", package: "ribleak")]),
                .testTarget(
                    name: "AppTests",
                    dependencies: ["App", .product(name: "RIBLeakTesting", package: "ribleak")]),
            ])
        """

    /// The package as `swift package init` makes it.
    static let bareManifest = """
        let package = Package(
            name: "App",
            targets: [
                .target(name: "App"),
                .testTarget(name: "AppTests", dependencies: ["App"]),
            ])
        """

    static let files = [
        "Package.swift": manifest, "Tests/AppTests/AppTests.swift": "import XCTest\n",
    ]
}
