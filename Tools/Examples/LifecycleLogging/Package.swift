// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, so that users of ribleak neither resolve nor compile swift-log.
let package = Package(
    name: "lifecycle-logging",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ribleak", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "lifecycle-logging",
            dependencies: [
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "Logging", package: "swift-log"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
