// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import SourceModel

/// Which module a file is of, as packages and projects tell.
@Suite final class ModuleNamesTests {
    private let folder = URL(fileURLWithPath: NSTemporaryDirectory())
        .appendingPathComponent("module-names-\(UUID().uuidString)").path

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    // MARK: Packages

    @Test func aTargetOfAPackageHasItsPathOrTheUsualFolder() throws {
        try write(
            """
            import PackageDescription
            let package = Package(name: "Kit", targets: [
                .target(name: "Home", path: "Code/H/"), .target(name: "Shop-UI"),
            ])
            """, "Kit/Package.swift")
        #expect(
            modules("Kit/Code/H/Deep/A.swift", "Kit/Sources/Shop-UI/A.swift", "Kit/A.swift")
                == ["Home", "Shop_UI", nil])
    }

    // MARK: Xcode

    @Test func aTargetOfAProjectHasTheFolderOfItsName() throws {
        try write(project(targets: "Shop", "\"Shop-Kit\"", "ShopTests"), xcode)
        #expect(
            modules("Shop/Home/A.swift", "Shop-Kit/A.swift", "ShopTests/A.swift")
                == ["Shop", "Shop_Kit", "ShopTests"])
    }

    @Test func theTargetOfTheProjectsNameHasTheRest() throws {
        try write(project(targets: "Shop", "Kit"), xcode)
        #expect(modules("Sources/A.swift", "A.swift", "Kit/A.swift") == ["Shop", "Shop", "Kit"])
    }

    @Test func whereNoTargetHasTheProjectsNameTheRestIsUnknown() throws {
        try write(project(targets: "App"), xcode)
        #expect(modules("App/A.swift", "Sources/A.swift") == ["App", nil])
    }

    @Test func twoProjectsBesideEachOtherShareNoRest() throws {
        try write(project(targets: "Shop"), xcode)
        try write(project(targets: "Kit"), "Kit.xcodeproj/project.pbxproj")
        #expect(modules("Shop/A.swift", "Kit/A.swift", "A.swift") == ["Shop", "Kit", nil])
    }

    @Test func aFolderThatXcodeFollowsBelongsToItsTarget() throws {
        let group = """
            66F0 /* Code */ = {
                isa = PBXFileSystemSynchronizedRootGroup;
                path = "My Code";
                sourceTree = "<group>";
            };

            """
        try write(group + project(targets: "App", groups: ["66F0 /* Code */", "66F1"]), xcode)
        #expect(modules("My Code/A.swift", "Code/A.swift") == ["App", nil])
    }

    // MARK: Tuist

    @Test func aTargetOfTuistHasItsSources() throws {
        try write(
            """
            import ProjectDescription
            let project = Project(name: "Alarm", targets: [
                .target(name: "AlarmExample", sources: ["Example/Sources/**"]),
                Target(name: "FeatureAlarm", sources: "Feature/**/*.swift"),
                Project.makeTarget(name: "Logger"),
            ])
            """, "Alarm/Project.swift")
        #expect(
            modules(
                "Alarm/Example/Sources/A.swift", "Alarm/Feature/A.swift",
                "Alarm/Logger/Deep/A.swift", "Alarm/A.swift")
                == ["AlarmExample", "FeatureAlarm", "Logger", nil])
    }

    @Test func aProjectThatAHelperMakesHasItsUsualTargets() throws {
        try write(
            """
            import ProjectDescription
            import ProjectDescriptionHelpers
            let project = Project.framework(name: "Home", dependencies: [.external(name: "RIBs")])
            """, "Features/Home/Project.swift")
        #expect(
            modules(
                "Features/Home/Sources/A.swift", "Features/Home/Implement/A.swift",
                "Features/Home/Interface/A.swift", "Features/Home/Tests/A.swift",
                "Features/A.swift") == ["Home", "Home", "HomeInterface", "HomeTests", nil])
    }

    // MARK: Which one counts

    @Test func theInnermostManifestTells() throws {
        try write(project(targets: "Shop"), xcode)
        try write(
            "import PackageDescription\nlet package = Package(targets: [.target(name: \"Home\")])",
            "Shop/Home/Package.swift")
        try write(
            "import ProjectDescription\nlet project = Project(name: name)",
            "Shop/Cart/Project.swift")
        #expect(
            modules(
                "Shop/Home/Sources/Home/A.swift", "Shop/Home/Other/A.swift", "Shop/Cart/A.swift",
                "Shop/A.swift") == ["Home", nil, nil, "Shop"])
    }

    @Test(arguments: ["Package.swift", "Project.swift"])
    func aSourceThatIsCalledLikeAManifestIsNone(name: String) throws {
        try write(project(targets: "Shop"), xcode)
        try write("struct Project { let name: String }", "Shop/Models/\(name)")
        #expect(modules("Shop/Models/A.swift") == ["Shop"])
    }

    @Test func aFileAboveTheWorkingDirectoryIsOfNoModuleInIt() {
        #expect(ModuleNames(of: ["../A.swift"])["../A.swift"] == nil)
        #expect(ModuleNames(of: ["/A.swift"])["/A.swift"] == nil)
    }

    // MARK: Damaged projects

    @Test(arguments: [
        "", "{", "isa = PBXNativeTarget;", "isa = PBXNativeTarget;\nname = ;\n};",
        "isa = PBXNativeTarget;\nname = \"\";\n};", "isa = PBXNativeTarget;\nname = /;\n};",
        "isa = PBXNativeTarget;\nfileSystemSynchronizedGroups = (\n);\n};",
        "\u{0}\u{1} = {\n};\n};",
        "isa = PBXNativeTarget;\nname = ..;\n};", "isa = PBXNativeTarget;\nname = Sho",
    ])
    func aProjectThatIsNoneTellsNothing(text: String) throws {
        try write(text, xcode)
        #expect(modules("Shop/A.swift", "A.swift") == [nil, nil])
    }

    @Test func aProjectThatIsNoFileOrTooLargeTellsNothing() throws {
        try write("", xcode)
        unlink("\(folder)/\(xcode)")
        try #require(mkfifo("\(folder)/\(xcode)", 0o644) == 0)
        #expect(modules("Shop/A.swift") == [nil])
        unlink("\(folder)/\(xcode)")
        try write(project(targets: "Shop"), xcode)
        try #require(truncate("\(folder)/\(xcode)", 65 << 20) == 0)
        #expect(modules("Shop/A.swift") == [nil])
    }

    // MARK: -

    private let xcode = "Shop.xcodeproj/project.pbxproj"

    private func project(targets: String..., groups: [String] = []) -> String {
        let followed = groups.map { "\n                    \($0)," }.joined()
        return targets.enumerated().map { index, name in
            """
            A\(index) /* \(name) */ = {
                isa = PBXNativeTarget;
                buildPhases = (
                    name,
                );
                fileSystemSynchronizedGroups = (\(followed)
                );
                name = \(name);
                productName = Other;
            };

            """
        }.joined()
    }

    private func write(_ text: String, _ name: String) throws {
        let file = "\(folder)/\(name)"
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: file).deletingLastPathComponent(),
            withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }

    private func modules(_ names: String...) -> [String?] {
        let files = names.map { "\(folder)/\($0)" }
        let modules = ModuleNames(of: files)
        return files.map { modules[$0] }
    }
}
