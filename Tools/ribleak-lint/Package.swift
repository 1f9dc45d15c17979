// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// The static analyser. A package of its own, because swift-syntax takes minutes to build and must reach no app.
let package = Package(
    name: "ribleak-lint",
    platforms: [.macOS(.v13)],
    products: [.executable(name: "ribleak-lint", targets: ["ribleak-lint"])],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    ],
    targets: [
        // Sources as facts: which types there are, what they inherit, hold and do.
        .target(
            name: "SourceModel",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ]),
        .target(
            name: "LintRules", dependencies: ["SourceModel"],
            // In the binary, so that it may be moved.
            resources: [.embedInCode("Examples")]),
        // Protocols as classes that tests can ask and feed.
        .target(
            name: "TestDoubles",
            dependencies: [
                "SourceModel",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ]),
        // New RIBs: what is written, and how the parent is wired.
        .target(
            name: "RIBTemplates",
            dependencies: [
                "SourceModel",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: [.embedInCode("Templates")]),
        .executableTarget(
            name: "ribleak-lint",
            dependencies: [
                "LintRules", "RIBTemplates", "TestDoubles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "SourceModelTests", dependencies: ["SourceModel"]),
        // Runs the built command too.
        .testTarget(
            name: "LintRulesTests",
            dependencies: [
                "LintRules", "SourceModel", "ribleak-lint",
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ],
            exclude: ["Planted"]),
        // Runs the built command too.
        .testTarget(
            name: "TestDoublesTests", dependencies: ["TestDoubles", "SourceModel", "ribleak-lint"],
            exclude: ["Fixtures"]),
        .testTarget(name: "RIBTemplatesTests", dependencies: ["RIBTemplates", "ribleak-lint"]),
    ],
    swiftLanguageModes: [.v6]
)
