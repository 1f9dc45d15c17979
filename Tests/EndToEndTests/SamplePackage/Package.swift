// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A package outside of the tree, as users have them; its tests copy it to their own folder.
let ribleak = Context.environment["RIBLEAK_PACKAGE"] ?? "../../.."
// Of a package at a path, the name is that of its folder.
let name = ribleak.split(separator: "/").last.map(String.init) ?? ribleak

let package = Package(
    name: "Shop",
    platforms: [.macOS(.v12)],
    dependencies: [.package(path: ribleak)],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "RIBs", package: name)]),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop", .product(name: "RIBLeakTestingEverywhere", package: name),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
