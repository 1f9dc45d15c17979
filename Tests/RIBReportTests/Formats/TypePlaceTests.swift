// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis
@testable import RIBFindingText
@testable import RIBReport

@Suite struct TypePlaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to name: String) throws {
        let parts = name.split(separator: "/").dropLast().joined(separator: "/")
        try FileManager.default.createDirectory(
            atPath: folder.file(parts), withIntermediateDirectories: true)
        try text.write(toFile: folder.file(name), atomically: true, encoding: .utf8)
    }

    /// The place of a leaked `HomeRouter` of which no stack is known.
    private func place(type: String = "HomeRouter", in root: String? = nil) -> SourcePlace? {
        Samples.report([Samples.finding(type: type)])
            .locatingTypes(for: [.sarif], in: root ?? folder.path)
            .findings.first?.relativePlace
    }

    @Test(arguments: [
        "final class HomeRouter: Router<HomeInteractable> {", "class HomeRouter{",
        "@MainActor public final class HomeRouter", "    private actor HomeRouter {",
        "\tstruct HomeRouter<Listener> {", "enum HomeRouter {}\r",
    ]) func aFindingWithoutALineIsWhereItsTypeIsDeclared(line: String) throws {
        try write("// App\n\n\(line)\n}\n", to: "Sources/App/Home.swift")
        #expect(place() == SourcePlace("Sources/App/Home.swift", 3))
    }

    @Test func argumentsOfAGenericTypeDoNotMatter() throws {
        try write("class Screen<View> {\n", to: "Screen.swift")
        #expect(place(type: "Screen<HomeView>") == SourcePlace("Screen.swift", 1))
    }

    @Test(arguments: [
        "// class HomeRouter {", "/// The class HomeRouter routes.", "the class HomeRouter",
        "let class HomeRouter", "class HomeRouterTests {", "class Home", "extension HomeRouter {",
        "class func HomeRouter() {", "protocol HomeRouter {",
    ]) func otherLinesDeclareNothing(line: String) throws {
        try write(line + "\n", to: "HomeRouter.swift")
        #expect(place() == nil)
    }

    @Test func twoTypesOfTheNameLeaveItUnknown() throws {
        try write("final class HomeRouter {}\n", to: "Home/HomeRouter.swift")
        try write("enum Other {\n    final class HomeRouter {}\n}\n", to: "Other.swift")
        #expect(place() == nil)
    }

    @Test func codeThatIsNotTheRepositorysIsNotRead() throws {
        try write("final class HomeRouter {}\n", to: ".build/App.build/HomeRouter.swift")
        try write("final class HomeRouter {}\n", to: "Pods/Home/Sources/HomeRouter.swift")
        try write("final class HomeRouter {}\n", to: "HomeRouter.txt")
        #expect(place() == nil)
    }

    @Test func noLinkIsFollowed() throws {
        let elsewhere = try TemporaryFolder()
        let (file, folder) = (elsewhere.file("HomeRouter.swift"), self.folder)
        try "final class HomeRouter {}\n".write(toFile: file, atomically: true, encoding: .utf8)
        for (link, target) in [("Folder", elsewhere.path), ("HomeRouter.swift", file)] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.file(link), withDestinationPath: target)
        }
        #expect(place() == nil)
    }

    @Test func aMissingFolderIsNoError() {
        #expect(place(in: folder.file("gone")) == nil)
    }

    @Test func aKnownLineComesFirst() throws {
        try write("final class OffGameRouter {}\n", to: "OffGameRouter.swift")
        let report = Samples.report([Samples.leakedRouter])
        #expect(report.locatingTypes(for: [.sarif], in: folder.path) == report)
    }

    @Test(arguments: ReportFormat.allCases)
    func onlyFormatsForRepositoriesLookTypesUp(format: ReportFormat) throws {
        try write("final class OffGameRouter {}\n", to: "OffGameRouter.swift")
        let report = Samples.report([Samples.finding()])
        let located = report.locatingTypes(for: [format], in: folder.path)
        #expect((located != report) == format.isForRepositories)
    }
}
