// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Apart from the package under test, so that its users neither resolve nor compile this. It has no
// `main`: `Tools/fuzz` builds it with libFuzzer, which brings one.
let package = Package(
    name: "ribleak-fuzzing",
    dependencies: [.package(name: "ribleak", path: "../..")],
    targets: [
        .executableTarget(
            name: "ribleak-fuzz", dependencies: [.product(name: "RIBReport", package: "ribleak")])
    ],
    swiftLanguageModes: [.v6]
)
