// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, so that users of the package under test neither resolve nor compile it. It
// has no `main`: `Tools/fuzz` builds it with libFuzzer, which brings one.
//
// It writes traces to damage, which only the package under test can. So its target counts as part of that: it is
// compiled with its package name, which SwiftPM takes from its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "ribleak"
let identity = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })

let package = Package(
    name: "ribleak-fuzzing",
    dependencies: [.package(name: "ribleak", path: "../..")],
    targets: [
        .executableTarget(
            name: "ribleak-fuzz", dependencies: [.product(name: "RIBReport", package: "ribleak")],
            packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", identity])])
    ],
    swiftLanguageModes: [.v6]
)
