// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A shop of five RIBs, as a user of ribleak has it. Beside a clone of ribleak, the path is "../ribleak", and needs no
// name.
let package = Package(
    name: "Shop",
    platforms: [.iOS(.v16), .macOS(.v13)],
    dependencies: [.package(name: "ribleak", path: "../../..")],
    targets: [
        .target(name: "Shop", dependencies: [.product(name: "RIBs", package: "ribleak")]),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", .product(name: "RIBLeakTesting", package: "ribleak")]),
    ],
    swiftLanguageModes: [.v6]
)
