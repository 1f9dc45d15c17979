// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// A package of another author that has a target `RIBs`, as uber's has, and this one in one graph.
@Suite struct BesideRIBsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let files = FileManager.default
        for target in ["other/Sources/RIBs", "app/Sources/App"] {
            try files.createDirectory(
                atPath: folder.file(target), withIntermediateDirectories: true)
            try "".write(
                toFile: folder.file("\(target)/File.swift"), atomically: true, encoding: .utf8)
        }
        try """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
            name: "other", products: [.library(name: "RIBs", targets: ["RIBs"])],
            targets: [.target(name: "RIBs")])
        """.write(toFile: folder.file("other/Package.swift"), atomically: true, encoding: .utf8)
        try """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
            name: "app", platforms: [.macOS(.v13)],
            dependencies: [
                .package(path: "../other"),
                .package(name: "ribleak", path: "\(BuiltProducts.packageRoot)"),
            ],
            targets: [
                .target(
                    name: "App",
                    dependencies: [
                        .product(name: "RIBs", package: "other"),
                        .product(name: "RIBLeakObserver", package: "ribleak"),
                        .product(name: "RIBLeakTesting", package: "ribleak"),
                    ])
            ])
        """.write(toFile: folder.file("app/Package.swift"), atomically: true, encoding: .utf8)
    }

    private func resolved(_ environment: [String: String]) throws -> FinishedProcess {
        try FinishedProcess(
            path: "/usr/bin/env", ["swift", "package", "show-dependencies"],
            environment: environment, in: folder.file("app"), within: 300)
    }

    @Test func theTwoResolveWithTheSetting() throws {
        let process = try resolved(["RIBLEAK_BESIDE_RIBS": "1"])
        #expect(process.code == 0, "\(process.errors)")
        #expect(process.output.contains("other<"))
    }

    @Test func withoutItSwiftPMSaysWhyNot() throws {
        let process = try resolved([:])
        #expect(process.code == 1)
        #expect(process.errors.contains("declare targets with a conflicting name: 'RIBs"))
    }
}
