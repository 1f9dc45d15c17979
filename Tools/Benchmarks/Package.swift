// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Apart from the package under test, so that its users neither resolve nor compile this. Run it by
// `Tools/bench`.
let package = Package(
    name: "ribleak-benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "ribleak", path: "../.."),
        // Without its traits, which bring their own allocator.
        .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
    ],
    targets: [
        // What the recorder is compared with, in C.
        .target(name: "CPeers"),
        // The pieces of work that are measured, for all executables below.
        .target(
            name: "Workloads",
            dependencies: [
                "CPeers",
                .product(name: "RIBs", package: "ribleak"),
                .product(name: "RIBReport", package: "ribleak"),
            ]
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
        // Does one piece of work and ends, for callgrind and for first-time costs.
        .executableTarget(name: "repeat-work", dependencies: ["Workloads"]),
        // Runs tests of its own with the checks of RIBLeakTesting and without.
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
            dependencies: [.product(name: "RIBReport", package: "ribleak")]
        ),
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
