// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import TraceFixtures

    /// The app of this folder after an edit, built and run.
    struct EditedApp: Sendable {
        /// How it is built: as the tests, or by the optimizer where `Tools/test` said so.
        enum Build: String, CaseIterable, Sendable {
            case debug
            case release

            /// The folder of what this package's own build made: all of it in release, as at night, or only the
            /// programs that the optimizer may change.
            var products: String {
                guard self == .release, let release = Self.optimised,
                    FileManager.default.fileExists(atPath: "\(release)/Modules")
                else { return BuiltProducts.folder.path }
                return release
            }

            private static let optimised = ProcessInfo.processInfo.environment[
                "RIBLEAK_RELEASE_PRODUCTS"]

            static let available = optimised == nil ? [Build.debug] : allCases
        }

        private let folder: TemporaryFolder
        /// The folder of its one run.
        let runs: String

        /// - Throws: When it does not compile, or does not end well.
        init(_ edit: Edit, _ build: Build) throws {
            folder = try TemporaryFolder()
            runs = folder.file("runs")
            let source = folder.file("App.swift")
            try Self.source(after: edit).write(toFile: source, atomically: true, encoding: .utf8)
            let app = folder.file("App")
            try Self.compile(source, to: app, build)
            let session = try FinishedProcess(
                path: app, [],
                environment: ["RIBLEAK_TRACE_DIR": runs, "RIBLEAK_SEARCH_LIMIT": "60000"])
            guard session.code == 0 else { throw Failure(text: session.errors) }
        }

        /// Where a file of this app's would lie.
        func file(_ name: String) -> String { folder.file(name) }

        private static func source(after edit: Edit) throws -> String {
            let root = "\(BuiltProducts.packageRoot)/Tests/EndToEndTests/EditedApp"
            var text = try String(contentsOfFile: "\(root)/App.swift.txt", encoding: .utf8)
            for (old, new) in edit.replacements {
                guard text.contains(old) else { throw Failure(text: "\(old) is not in the app") }
                text = text.replacingOccurrences(of: old, with: new)
            }
            return edit.head + text
        }

        private static func compile(
            _ source: String, to app: String, _ build: Build
        ) throws {
            let products = build.products
            let modules = ["CLibunwind", "CRIBShims", "COpenCombineHelpers"].flatMap {
                ["-Xcc", "-fmodule-map-file=\(products)/\($0).build/module.modulemap"]
            }
            // What another executable of the package is linked of, but for its own part.
            let list = try String(
                contentsOfFile: "\(products)/leak-holders.product/Objects.LinkFileList",
                encoding: .utf8)
            let objects = list.split(separator: "\n").map(String.init)
                .filter { !$0.contains("/leak_holders.build/") }
            let compiler = try FinishedProcess(
                path: SwiftCompiler.path ?? "swiftc",
                [
                    build == .debug ? "-Onone" : "-O", "-g", "-parse-as-library",
                    "-swift-version", "5", "-module-name", "App", "-package-name",
                    SwiftCompiler.package, "-I", "\(products)/Modules", "-module-cache-path",
                    "\(products)/ModuleCache", source, "-o", app, "-Xlinker", "-lstdc++",
                ] + modules + objects, within: 300)
            guard compiler.code == 0 else {
                throw Failure(text: compiler.output + compiler.errors)
            }
        }

        private struct Failure: Error {
            let text: String
        }
    }
#endif
