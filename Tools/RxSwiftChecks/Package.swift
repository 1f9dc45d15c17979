// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Checks the RxSwift trait in a separate package, so that builds of the root package do not need
// RxSwift.
let package = Package(
    name: "RxSwiftChecks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ribleak", path: "../..", traits: ["RxSwift"]),
        .package(url: "https://github.com/ReactiveX/RxSwift", from: "6.9.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    ],
    targets: [
        // The sample app of the root package, with observables in place of publishers.
        .executableTarget(
            name: "ribleak-demo",
            dependencies: [
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RxSwift", package: "RxSwift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: [.define("RxSwift")]),
        .executableTarget(
            name: "rx-costs",
            dependencies: [
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RxSwift", package: "RxSwift"),
            ]),
        .testTarget(
            name: "RxSwiftChecks",
            dependencies: [
                "ribleak-demo",
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RIBLeakTesting", package: "ribleak"),
                .product(name: "RIBReport", package: "ribleak"),
                .product(name: "RxSwift", package: "RxSwift"),
                .product(name: "RxRelay", package: "RxSwift"),
                .product(name: "RxCocoa", package: "RxSwift"),
            ]),
    ]
)
