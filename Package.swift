// swift-tools-version: 6.1
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

#if os(Linux)
    // From 6.10 on, RxSwift has no RxCocoa on Linux.
    let rxSwiftVersions: Range<Version> = "6.9.0"..<"6.10.0"
#else
    let rxSwiftVersions: Range<Version> = "6.9.0"..<"7.0.0"
#endif

let package = Package(
    name: "ribleak",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
    products: [
        .library(name: "RIBs", targets: ["RIBs", "RIBRecorder", "RIBTrees"]),
        .library(name: "RIBLeakTesting", targets: ["RIBLeakTesting"]),
        // The same, and all XCTests of the process are checked.
        .library(
            name: "RIBLeakTestingEverywhere", targets: ["RIBLeakTesting", "CLeakDetectionHook"]),
        // Observes the RIBs of another runtime, such as uber's.
        .library(name: "RIBLeakObserver", targets: ["RIBLeakObserver"]),
        .executable(name: "ribleak", targets: ["ribleak"]),
        .plugin(name: "ribleak-plugin", targets: ["ribleak-plugin"]),
        // For programs that read traces themselves.
        .library(
            name: "RIBReport",
            targets: [
                "RIBReport", "RIBFindingText", "RIBRuns", "RIBAnalysis", "RIBTrace", "RIBTrees",
            ]),
        // For shipped apps that send what was found in their last session.
        .library(name: "RIBDigest", targets: ["RIBDigest"]),
    ],
    traits: [
        .default(enabledTraits: ["Command"]),
        .trait(
            name: "Command",
            description: "The command `ribleak`, and the packages that only it needs."),
        .trait(
            name: "RxSwift",
            description: "`import RIBs` has uber's surface over RxSwift, in place of publishers."),
        .trait(
            name: "MainActor",
            description: "RIBs belong to the main actor, as views do: for apps in Swift 6 mode."),
    ],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Not fetched without the trait RxSwift.
        .package(url: "https://github.com/ReactiveX/RxSwift", rxSwiftVersions),
        // Not fetched without the trait Command: arguments, settings, the history of runs, and the
        // sockets of the live page.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    ],
    targets: [
        // Linked into apps and test bundles: data flows down this list.
        .target(name: "CLibunwind"),
        .target(name: "CRIBShims", dependencies: ["CLibunwind"]),
        .target(name: "RIBTrace", dependencies: ["CRIBShims"]),
        // Why an object is alive: walks the live object graph.
        .target(name: "RIBHeap", dependencies: ["CRIBShims", "RIBTrace"]),
        .target(name: "RIBRecorder", dependencies: ["RIBTrace", "RIBHeap", "CRIBShims"]),
        .target(name: "RIBLeakObserver", dependencies: ["RIBRecorder"]),
        // How text is made: escaped for where it stands, coloured, wrapped, counted; and the files of it.
        .target(name: "RIBText"),
        // On both sides: a tree of RIBs as values, be it of a live process or of a trace, in its forms.
        .target(name: "RIBTrees", dependencies: ["RIBText"]),
        .target(
            name: "RIBs",
            dependencies: [
                "RIBRecorder", "RIBTrees", "CRIBShims",
                .product(
                    name: "OpenCombine", package: "OpenCombine",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "OpenCombineDispatch", package: "OpenCombine",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "OpenCombineFoundation", package: "OpenCombine",
                    condition: .when(platforms: [.linux])),
                .product(
                    name: "RxSwift", package: "RxSwift", condition: .when(traits: ["RxSwift"])),
                .product(
                    name: "RxRelay", package: "RxSwift", condition: .when(traits: ["RxSwift"])),
                .product(
                    name: "RxCocoa", package: "RxSwift", condition: .when(traits: ["RxSwift"])),
            ],
            // The main actor is what the trait tells apps of. The runtime itself goes on to run on the
            // thread that it is called on, a `deinit` above all, which Swift 6 mode would not take.
            swiftSettings: [.swiftLanguageMode(.v5, .when(traits: ["MainActor"]))]
        ),

        .testTarget(
            name: "RIBsTests",
            dependencies: [
                "RIBs", "RIBRecorder", "RIBTrace", "RIBTrees", "TraceFixtures",
                .product(
                    name: "OpenCombine", package: "OpenCombine",
                    condition: .when(platforms: [.linux])),
            ]),

        // After the run: reads traces, never links the runtime.
        .target(
            name: "RIBAnalysis", dependencies: ["RIBTrace", "RIBTrees", "RIBText", "CRIBShims"]),
        // What commands ask of recorded runs, and no test does: run folders, lists, stories, trees and time, runs
        // that go on, and recovery.
        .target(name: "RIBRuns", dependencies: ["RIBAnalysis", "RIBTrace", "RIBTrees"]),
        // Findings as text and as JSON, in failed tests and baselines too.
        .target(name: "RIBFindingText", dependencies: ["RIBAnalysis", "RIBText", "RIBTrace"]),
        .target(
            name: "RIBReport",
            dependencies: [
                "RIBAnalysis", "RIBRuns", "RIBFindingText", "RIBTrace", "RIBText",
            ],
            // What pages are made of; Tools/embed-html copies it into HTML/Generated.
            exclude: ["HTML/Assets"]),
        // One session in a few kilobytes, for a fleet of shipped apps, which may link it.
        .target(
            name: "RIBDigest",
            dependencies: ["RIBAnalysis", "RIBFindingText", "RIBText", "RIBTrace"]),
        // What a project allows: settings, verdicts.
        .target(
            name: "RIBGate",
            dependencies: [
                "RIBAnalysis", "RIBFindingText", "RIBText",
                .product(name: "Yams", package: "Yams", condition: .when(traits: ["Command"])),
            ]),
        // Mistakes in the sources, which the analyser of Tools/ribleak-lint finds.
        .target(
            name: "RIBLint",
            dependencies: [
                "RIBAnalysis", "RIBFindingText", "RIBGate", "RIBReport", "RIBText",
            ]),
        // What `ribleak init` writes into a package.
        .target(
            name: "RIBSetup", dependencies: ["RIBText"],
            // Tools/embed-html copies it into Generated.
            exclude: ["Assets"]),
        // Runs over time, in an SQLite file.
        .target(
            name: "RIBHistory",
            dependencies: [
                "RIBAnalysis", "RIBReport", "RIBText",
                .product(
                    name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Command"])),
            ],
            // Tools/embed-html copies it into Generated.
            exclude: ["Assets"]),
        // Runs that are read while they are written.
        .target(
            name: "RIBWatch",
            dependencies: [
                "RIBTrace", "RIBAnalysis", "RIBRuns", "RIBFindingText", "RIBTrees", "RIBText",
            ]),
        // The same at a terminal: a screen that is drawn from values, and the terminal's keys.
        .target(
            name: "RIBWatchScreen",
            dependencies: [
                "RIBWatch", "RIBAnalysis", "RIBRuns", "RIBFindingText", "RIBText", "RIBTrees",
            ]),
        // The page of a run while it goes on, for one browser on this machine.
        .target(
            name: "RIBWatchWeb",
            dependencies: [
                "RIBReport", "RIBWatch", "RIBAnalysis", "RIBRuns", "RIBText", "RIBTrees",
                .product(
                    name: "FlyingSocks", package: "FlyingFox",
                    condition: .when(traits: ["Command"])),
            ]),
        // Answers assistants about runs, by the Model Context Protocol.
        .target(
            name: "RIBMCP",
            dependencies: [
                "RIBAnalysis", "RIBRuns", "RIBFindingText", "RIBGate", "RIBReport", "RIBText",
                "RIBTrace",
                "RIBTrees",
            ],
            // What assistants read of the server; Tools/embed-html copies it into Generated.
            exclude: ["Assets"]),
        // The command: arguments and exit codes, one file a subcommand.
        .target(
            name: "RIBCommand",
            dependencies: [
                "RIBTrace", "RIBText", "RIBTrees", "RIBAnalysis", "RIBRuns", "RIBFindingText",
                "RIBReport",
                "RIBDigest", "RIBGate", "RIBHistory", "RIBLint", "RIBMCP", "RIBSetup", "RIBWatch",
                "RIBWatchScreen", "RIBWatchWeb", "CRIBShims",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Command"])),
            ],
            path: "Tools/ribleak"
        ),
        // Is the command, or without the trait builds it in a graph of its own.
        .executableTarget(
            name: "ribleak",
            dependencies: [.target(name: "RIBCommand", condition: .when(traits: ["Command"]))],
            path: "Tools/ribleak-start"
        ),
        .plugin(
            name: "ribleak-plugin",
            capability: .command(
                intent: .custom(
                    verb: "ribleak", description: "Reports, explains and gates leaks of RIBs.")),
            path: "Tools/ribleak-plugin"),

        // Stands on both sides: an assertion reads the trace back.
        .target(
            name: "RIBLeakTesting",
            dependencies: [
                "RIBs", "RIBRecorder", "RIBTrace", "RIBAnalysis", "RIBFindingText", "RIBText",
            ]
        ),
        .target(name: "CLeakDetectionHook"),

        .executableTarget(
            name: "ribleak-demo",
            dependencies: [
                "RIBs", "RIBRecorder",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Command"])),
            ],
            path: "Tools/ribleak-demo"
        ),

        // What tests build their inputs with.
        .target(
            name: "TraceFixtures", dependencies: ["RIBAnalysis", "RIBTrace"],
            path: "Tests/TraceFixtures"),
        .target(name: "CMallocCounter", path: "Tests/CMallocCounter"),
        // Does with its RIBs what it is told, line by line.
        .executableTarget(
            name: "watched-app", dependencies: ["RIBs", "RIBRecorder", "TraceFixtures"],
            path: "Tests/watched-app"),
        .executableTarget(
            name: "attach-cycles", dependencies: ["CMallocCounter", "RIBs"],
            path: "Tests/attach-cycles"),
        // Has secrets in its values, of which no trace may tell.
        .executableTarget(
            name: "secret-keeper", dependencies: ["RIBs", "RIBRecorder"],
            path: "Tests/secret-keeper"),
        .testTarget(
            name: "RIBTraceTests", dependencies: ["RIBTrace", "CRIBShims", "TraceFixtures"]),
        // Measures searches for retain paths, and runs many beside threads that change what is walked.
        .executableTarget(
            name: "heap-walks", dependencies: ["RIBHeap", "CRIBShims"], path: "Tests/heap-walks"),
        // Swift's reflection library, which judges what RIBHeap says of types.
        .target(
            name: "CRemoteMirror", dependencies: ["CRIBShims"], path: "Tests/CRemoteMirror"),
        .testTarget(
            name: "RIBHeapTests",
            dependencies: [
                "RIBHeap", "CRIBShims", "CRemoteMirror", "TraceFixtures", "heap-shapes",
                "heap-walks",
            ]),
        // Holds an object in each way there is.
        .executableTarget(
            name: "heap-shapes",
            dependencies: [
                "RIBHeap", "CRIBShims",
                .product(
                    name: "OpenCombine", package: "OpenCombine",
                    condition: .when(platforms: [.linux])),
            ],
            path: "Tests/heap-shapes", exclude: ["expected.txt"]),
        // Leaks an interactor in each way that needs a look behind a type.
        .executableTarget(
            name: "leak-holders", dependencies: ["RIBs", "RIBRecorder"],
            path: "Tests/leak-holders"),
        // Repeats scenarios that leave something behind with each turn.
        .executableTarget(
            name: "growing-scenarios", dependencies: ["RIBs", "RIBRecorder"],
            path: "Tests/growing-scenarios"),
        .testTarget(
            name: "RIBRecorderTests",
            dependencies: [
                "RIBRecorder", "RIBHeap", "RIBTrace", "CRIBShims", "VictimShims", "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBAnalysisTests",
            dependencies: [
                "RIBAnalysis", "RIBRuns", "RIBText", "RIBTrace", "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBRunsTests",
            dependencies: [
                "RIBRuns", "RIBAnalysis", "RIBTrace", "RIBTrees", "TraceFixtures",
            ]),
        .testTarget(name: "RIBTextTests", dependencies: ["RIBText", "TraceFixtures"]),
        .testTarget(name: "RIBTreesTests", dependencies: ["RIBText", "RIBTrees"]),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "ribleak", "ribleak-demo", "attach-cycles", "growing-scenarios", "leak-holders",
                "secret-keeper", "watched-app",
                "RIBAnalysis", "RIBSetup", "RIBTrace", "TraceFixtures",
                .product(name: "Yams", package: "Yams"),
            ],
            exclude: ["ShopMistakes", "EditedApp/App.swift.txt", "PullRequest/code_host.py"]),
        .testTarget(
            name: "RIBLeakTestingTests",
            dependencies: [
                "RIBLeakTesting", "RIBAnalysis", "RIBFindingText", "RIBGate", "RIBRecorder",
                "RIBs", "RIBText", "RIBWatch", "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBLeakObserverTests",
            dependencies: ["RIBLeakObserver", "RIBLeakTesting", "RIBAnalysis", "RIBFindingText"]),
        // A process that records and then comes to harm.
        .target(name: "VictimShims", path: "Tests/VictimShims"),
        .executableTarget(
            name: "trace-victim",
            dependencies: [
                "RIBs", "RIBRecorder", "RIBTrace", "CRIBShims", "VictimShims", "TraceFixtures",
            ],
            path: "Tests/TraceVictim"),
        .testTarget(
            name: "TraceVictimTests",
            dependencies: [
                "ribleak", "trace-victim", "RIBAnalysis", "RIBRuns", "RIBTrace", "RIBWatch",
                "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBReportTests",
            dependencies: [
                "RIBReport", "RIBFindingText", "RIBAnalysis", "RIBRuns", "RIBTrace", "RIBText",
                "RIBTrees",
                "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBWatchWebTests",
            dependencies: [
                "RIBWatchWeb", "RIBWatch", "RIBAnalysis", "RIBRuns", "RIBTrace", "RIBTrees",
            ]),
        .testTarget(
            name: "RIBDigestTests",
            dependencies: ["RIBDigest", "RIBAnalysis", "RIBTrace", "TraceFixtures"]),
        .testTarget(
            name: "RIBGateTests",
            dependencies: [
                "RIBGate", "RIBAnalysis", "RIBFindingText", "RIBReport", "RIBText", "RIBTrace",
                "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBLintTests",
            dependencies: [
                "RIBLint", "RIBAnalysis", "RIBFindingText", "RIBGate", "RIBReport", "RIBText",
                "RIBTrace", "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBWatchTests",
            dependencies: [
                "RIBWatch", "RIBAnalysis", "RIBRuns", "RIBDigest", "RIBFindingText", "RIBGate",
                "RIBText",
                "RIBTrace", "RIBTrees", "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBMCPTests",
            dependencies: [
                "RIBMCP", "RIBAnalysis", "RIBGate", "RIBRuns", "RIBText", "RIBTrace",
                "TraceFixtures",
            ]),
        .testTarget(
            name: "RIBSetupTests",
            dependencies: ["RIBSetup", "RIBGate", "RIBText", "TraceFixtures"]),
        .testTarget(
            name: "RIBHistoryTests",
            dependencies: [
                "RIBHistory", "RIBAnalysis", "RIBText", "TraceFixtures",
                .product(
                    name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Command"])),
            ]),
        .testTarget(
            name: "RIBWatchScreenTests",
            dependencies: [
                "RIBWatchScreen", "RIBWatch", "RIBAnalysis", "RIBRuns", "RIBText", "RIBTrace",
                "RIBTrees", "TraceFixtures",
            ]),
        .testTarget(
            name: "ribleakTests",
            dependencies: [
                "ribleak", "RIBCommand", "RIBReport", "RIBText", "RIBTrace", "TraceFixtures",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser",
                    condition: .when(traits: ["Command"])),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Two packages of one graph cannot both have a target named RIBs. For an app that keeps uber's, this one is without
// its own, and without what needs that.
if Context.environment["RIBLEAK_BESIDE_RIBS"] == "1" {
    let kept: Set = [
        "CLeakDetectionHook", "CLibunwind", "CRIBShims", "RIBAnalysis", "RIBCommand",
        "RIBDigest", "RIBFindingText", "RIBGate", "RIBHeap", "RIBHistory", "RIBLeakObserver",
        "RIBLeakTesting", "RIBLint", "RIBMCP", "RIBRecorder", "RIBReport", "RIBRuns", "RIBSetup",
        "RIBText",
        "RIBTrace", "RIBTrees", "RIBWatch", "RIBWatchScreen", "RIBWatchWeb", "ribleak",
        "ribleak-plugin",
    ]
    package.products.removeAll { $0.name == "RIBs" }
    package.targets.removeAll { !kept.contains($0.name) }
    for target in package.targets where target.name == "RIBLeakTesting" {
        target.dependencies.removeAll {
            if case .byNameItem(name: "RIBs", condition: _) = $0 { true } else { false }
        }
        target.swiftSettings = [.define("BesideRIBs")]
    }
}

// The tests spend their time in these, and CI compiles them with the optimiser. What runs in an app as it is tested
// stays as such an app has it.
if Context.environment["RIBLEAK_OPTIMISE"] == "1" {
    let inApp: Set = ["RIBLeakObserver", "RIBLeakTesting", "RIBRecorder", "RIBTrace", "RIBs"]
    for target in package.targets
    where target.type == .regular && target.name.hasPrefix("RIB") && !inApp.contains(target.name) {
        target.swiftSettings = [.unsafeFlags(["-O"])]
    }
}
