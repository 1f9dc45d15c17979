// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The command as a person runs it.
struct NewCommandTests {
    let app: WorkFolder

    init() throws {
        app = try WorkFolder()
        try app.write("import RIBs\n", to: "Sources/App/App.swift")
    }

    @Test func aDryRunWritesNothingAndItsDiffMakesTheSame() throws {
        #expect(try new("Root", "--launch").code == 0)
        let shown = try new("Profile", "--parent", "Root", "--dry-run")
        #expect(shown.code == 0)
        #expect(shown.errors.hasPrefix("left to do:\n  Sources/App/Root/RootRouter.swift:13:\n"))
        #expect(!app.files.keys.contains { $0.contains("Profile") })

        let other = try WorkFolder()
        for (name, text) in app.files { try other.write(text, to: name) }
        try other.write(shown.output, to: "diff")
        #expect(try other.run("git", "apply", "diff") == 0)
        #expect(try new("Profile", "--parent", "Root").code == 0)
        #expect(other.files.filter { $0.key != "diff" } == app.files)
    }

    @Test func theSourcesSayWhatTheyUse() throws {
        try app.write("import RxSwift\nimport UIKit\n", to: "Sources/App/Streams.swift")
        #expect(try new("Profile").code == 0)
        let files = app.files
        #expect(
            files["Sources/App/Profile/ProfileInteractor.swift"]?.contains("import RxSwift") == true
        )
        #expect(
            files["Sources/App/Profile/ProfileViewController.swift"]?.contains(": UIViewController")
                == true)
    }

    @Test func anAppOnAPortOfRIBsGetsFilesForThat() throws {
        let port = try WorkFolder()
        try port.write("import ModernRIBs\nimport UIKit\n", to: "Sources/App/App.swift")
        let run = try port.output(of: [command, "new", "rib", "Profile"])
        #expect(run.output.hasSuffix("declare a test target for it, with App\n"))
        let files = port.files.filter { $0.key.hasSuffix(".swift") && $0.key.contains("Profile") }
        #expect(files.count == 7)
        #expect(files.allSatisfy { $0.value.contains("import ModernRIBs\n") })
        #expect(!files.contains { $0.value.contains("import RIB") || $0.value.contains("Leak") })
        let mocks = try #require(files["Tests/AppTests/Profile/ProfileMocks.swift"])
        #expect(mocks.hasPrefix("import Combine\nimport ModernRIBs\nimport UIKit\n"))
        let plain = try port.output(of: [command, "new", "rib", "Help", "--plain-rib"])
        #expect(plain.code == 64)
        #expect(
            plain.errors == "ribleak: error: --plain-rib: is not part of ModernRIBs, which the "
                + "sources import; make another kind\n")
    }

    @Test(arguments: [
        // What a package, the tests or a project say.
        (["Package.swift": ".target(name: \"Shop\", path: \"Targets/Shop\")"], "Shop"),
        (["Targets/Shop/Tests/A.swift": "@testable import Shop"], "Shop"),
        (["Targets/Tests/ShopUITests/A.swift": "@testable import TargetsShop"], "TargetsShop"),
        (["Project.swift": ".target(name: \"Shop\")"], "Shop"),
        (["Shop.xcodeproj/project.pbxproj": "productName = Shop;"], "Shop"),
        (["project.yml": " targets:\n   Shop:\n"], "Shop"),
        (["project.yml": "targets:\n  Other:\n", "Tests/A.swift": "@testable import Old"], "Old"),
        // The folder may be called otherwise.
        (["project.yml": "targets:\n  Other:\n"], nil),
    ])
    func theAppSaysWhatTheModuleIs(files: [String: String], module: String?) throws {
        for (name, text) in files { try app.write(text, to: name) }
        let run = try new("Profile", "--into", "Targets/Shop/Sources", "--tests", "Tests")
        let tests = app.files["Tests/Profile/ProfileRouterTests.swift"]
        #expect(run.code == (module == nil ? 64 : 0))
        #expect(
            tests?.contains("@testable import \(module ?? "")\n") == (module == nil ? nil : true))
    }

    @Test func aTargetThatIsCalledLikeItsFirstRIBKeepsItsFiles() throws {
        try app.write(".target(name: \"Home\"), .target(name: \"App\")", to: "Package.swift")
        try app.write(
            "import RIBs\nclass HomeRouter: Router<HomeInteractable> {}\n",
            to: "Sources/Home/HomeRouter.swift")
        #expect(try new("Profile", "--parent", "Home").code == 0)
        #expect(app.files["Sources/Home/Profile/ProfileRouter.swift"] != nil)
        #expect(app.files["Tests/HomeTests/Profile/ProfileMocks.swift"] != nil)
    }

    @Test func typesOfTestsAreNotTheParents() throws {
        #expect(try new("Home", "--launch").code == 0)
        let own = "import XCTest\nclass HomeRouter {}\nlet router = HomeRouter()\n"
        try app.write(own, to: "Sources/App/HomeTests/Fakes.swift")
        try app.write(own, to: "Tests/AppTests/Fakes.swift")
        let run = try new("Profile", "--parent", "Home")
        #expect(run.output.contains("changed Sources/App/Home/HomeRouter.swift\n"))
        #expect(!run.output.contains("Fakes"))
        #expect(app.files["Tests/AppTests/Fakes.swift"] == own)
    }

    @Test func theFirstTestsNeedATarget() throws {
        let todo =
            "left to do:\n  Tests/AppTests:\n    declare a test target for it, with App and RIBLeakTesting\n"
        #expect(try new("Profile").output.hasSuffix(todo))
        #expect(try !new("Help").output.contains("left to do"))
    }

    @Test func aProjectThatIsNoPackageSaysWhatItsModuleIs() throws {
        try app.write("", to: "Project.swift")
        let arguments = ["Profile", "--into", "Sources/Features"]
        let asked = try app.output(of: [command, "new", "rib"] + arguments)
        #expect(asked.code == 64)
        #expect(
            asked.errors == "ribleak: error: --module: is needed for this folder; name what the "
                + "tests import\n")
        #expect(
            try app.output(of: [command, "new", "rib"] + arguments + ["--module", "Shop"]).code == 0
        )
        let tests = try #require(app.files["Tests/ShopTests/Profile/ProfileRouterTests.swift"])
        #expect(tests.contains("@testable import Shop\n"))
    }

    @Test(arguments: [("PBXGroup", true), ("PBXFileSystemSynchronizedRootGroup", false)])
    func aProjectThatNamesItsFilesHasToNameTheNewOnes(kind: String, isLeft: Bool) throws {
        try app.write("", to: "Tests/AppTests/AppTests.swift")
        try app.write("isa = \(kind);\n", to: "Shop.xcodeproj/project.pbxproj")
        let todo = "left to do:\n  Shop.xcodeproj:\n    add the new files to its targets\n"
        #expect(try new("Profile", "--into", "Sources/App").output.hasSuffix(todo) == isLeft)
    }

    @Test func testsOfAFolderOfSourcesSayThatItIsAModule() throws {
        try app.write("", to: "Project.swift")
        try app.write("", to: "Tests/AppTests/AppTests.swift")
        #expect(try new("Profile", "--into", "Sources/App/Features").code == 0)
        let tests = try #require(app.files["Tests/AppTests/Profile/ProfileRouterTests.swift"])
        #expect(tests.contains("@testable import App\n"))
    }

    @Test func whatIsThereAlreadyStopsIt() throws {
        #expect(try new("Profile").code == 0)
        let before = app.files
        let again = try new("Profile")
        #expect(again.code == 74)
        #expect(
            again.errors == """
                ribleak: error: Sources/App/Profile/ProfileRouter.swift:14: ProfileRouter is there \
                already; choose another name

                """)
        #expect(app.files == before)
    }

    @Test func aTeamsTemplatesAreUsed() throws {
        try app.write("// ours: {{name}}\n", to: ".ribleak/templates/Worker.mustache")
        #expect(try new("Profile", "--worker").code == 0)
        #expect(app.files["Sources/App/Profile/ProfileWorker.swift"] == "// ours: Profile\n")
    }

    @Test(arguments: [
        (
            ["rib", "ProfileRIB"],
            "new rib: 'ProfileRIB' has the name of a part, which is added; did you mean 'Profile'?"
        ),
        (["rib"], "new: what to make is missing; give 'rib' and a name, or --xcode"),
        ([], "new: what to make is missing; give 'rib' and a name, or --xcode"),
        (
            ["rib", "A\u{1B}[1m"],
            "new rib: 'A\\u{1b}[1m' is not a name for a Swift type; use letters and digits, such as 'Profile'"
        ),
        (
            ["rib", "Root", "--launch", "--parent", "App"],
            "--launch: the root of an app has no parent; leave out --parent"
        ),
        (
            ["rib", "A", "--worker", "--view", "uikit"],
            "--view: has no meaning with --worker; leave out one of them"
        ),
        (["rib", "A", "--parent", "A"], "--parent: is the new RIB itself; name the RIB above it"),
        (
            ["rib", "A", "--into", "."],
            "--module: is needed for this folder; name what the tests import"
        ),
        (
            ["rib", "A", "--into", "Elsewhere"],
            "--tests: is needed here; name the folder of the tests"
        ),
        (["rib", "A", "--vew", "plain"], "new: unknown option '--vew'; did you mean '--view'?"),
        (["lib", "A"], "new: the value 'lib' is invalid for '<what>'; see --help"),
        (
            ["rib", "A", "--worker", "--launch"],
            "new: value to be set with flag '--launch' had already been set with flag '--worker'; "
                + "see --help"
        ),
        (
            ["rib", "A", "--view", "html"],
            "new: the value 'html' is invalid for '--view <view>'; please provide one of 'plain', "
                + "'uikit' or 'swiftui'"
        ),
        (["rib", "--xcode"], "--xcode: writes templates of all kinds; leave out 'rib'"),
    ])
    func aMistakeIsOneLine(arguments: [String], line: String) throws {
        let before = app.files
        let run = try app.output(of: [command, "new"] + arguments)
        #expect(run.code == 64)
        #expect(run.errors == "ribleak: error: \(line)\n")
        #expect(app.files == before)
    }

    private func new(_ arguments: String...) throws -> (code: Int32, output: String, errors: String)
    {
        try app.output(of: [command, "new", "rib"] + arguments)
    }
}

/// The built command.
let command: String = {
    let tests = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    return (tests ?? URL(fileURLWithPath: CommandLine.arguments[0]))
        .deletingLastPathComponent().appendingPathComponent("ribleak-lint").path
}()

/// A folder of one test, which goes with it.
final class WorkFolder: Sendable {
    let path: String

    init() throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("ribleak-new-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, to name: String) throws {
        let file = URL(fileURLWithPath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The texts of all files, hidden ones too, by path.
    var files: [String: String] {
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.reduce(into: [:]) { files, name in
            files[name] = try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        }
    }

    /// Runs a program in this folder.
    ///
    /// - Returns: Its exit code.
    func run(_ words: String...) throws -> Int32 { try output(of: words).code }

    /// Runs a program in this folder.
    func output(
        of words: [String], in environment: [String: String] = [:]
    ) throws -> (code: Int32, output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        process.currentDirectoryURL = URL(fileURLWithPath: path)
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        // Files, since a full pipe would stop the program.
        let base = FileManager.default.temporaryDirectory.path + "/" + UUID().uuidString
        let files = ["\(base).out", "\(base).err"]
        for file in files { try Data().write(to: URL(fileURLWithPath: file)) }
        defer { for file in files { try? FileManager.default.removeItem(atPath: file) } }
        process.standardOutput = FileHandle(forWritingAtPath: files[0])
        process.standardError = FileHandle(forWritingAtPath: files[1])
        process.standardInput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        let texts = try files.map { try String(contentsOfFile: $0, encoding: .utf8) }
        return (process.terminationStatus, texts[0], texts[1])
    }
}
