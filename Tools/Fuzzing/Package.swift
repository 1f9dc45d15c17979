// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, so that users of the package under test neither resolve nor compile it. It
// has no `main`: `Tools/fuzz` builds it with libFuzzer, which brings one.
let package = Package(
    name: "ribleak-fuzzing",
    dependencies: [.package(name: "ribleak", path: "../..")],
    targets: [
        .executableTarget(
            name: "ribleak-fuzz", dependencies: [.product(name: "RIBReport", package: "ribleak")])
    ],
    swiftLanguageModes: [.v6]
)
