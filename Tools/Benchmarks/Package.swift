// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// A separate package, so that users of the package under test neither resolve nor compile it. Run
// it with `Tools/bench`.
//
// The workloads write traces, which only the package under test can. Their targets count as part of it: they are
// compiled with its package name, which SwiftPM takes from its folder.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "ribleak"
let identity = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
let partOfRibleak: [SwiftSetting] = [.unsafeFlags(["-package-name", identity])]

let package = Package(
    name: "ribleak-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ribleak", path: "../.."),
        // Without traits, because they bring their own allocator.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // The C code that the recorder is compared with.
        .target(name: "CPeers"),
        // The measured work, shared by all executables below.
        .target(
            name: "Workloads",
            dependencies: [
                "CPeers",
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RIBReport", package: "ribleak"),
            ],
            packageAccess: false,
            swiftSettings: partOfRibleak
        ),
        // Prints the table of ratios.
        .executableTarget(
            name: "costs",
            dependencies: [
                "CPeers", "Workloads",
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RIBReport", package: "ribleak"),
            ]
        ),
        // Does one piece of work and exits, for callgrind and for first-time costs.
        .executableTarget(name: "repeat-work", dependencies: ["Workloads"]),
        // Runs its own tests with and without the checks of RIBLeakTesting.
        .executableTarget(
            name: "check-costs",
            dependencies: [
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RIBLeakTesting", package: "ribleak"),
            ]
        ),
        // Writes a realistic trace of a given length.
        .executableTarget(
            name: "generate-trace",
            dependencies: [.product(name: "RIBReport", package: "ribleak")],
            packageAccess: false,
            swiftSettings: partOfRibleak
        ),
        // Measures a watcher beside processes that write.
        .executableTarget(
            name: "watch-costs",
            dependencies: [.product(name: "RIBReport", package: "ribleak")],
            packageAccess: false,
            swiftSettings: partOfRibleak
        ),
        // Writes the sources of an app with many RIBs.
        .executableTarget(name: "generate-sources"),
        .executableTarget(name: "run-and-weigh", dependencies: ["CPeers"]),
        .executableTarget(
            name: "Engine",
            dependencies: [
                "Workloads",
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Engine",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
