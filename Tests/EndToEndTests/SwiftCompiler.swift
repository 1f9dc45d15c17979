// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import TraceFixtures

    /// Runs the compiler beside `swift`, with the package's built modules and modules that a test makes.
    struct SwiftCompiler {
        /// False when the tests that need it must be passed over.
        static var isInstalled: Bool { path != nil }

        /// The folder of the modules that the test makes.
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        /// Makes a module that later compilations can import.
        ///
        /// - Throws: When it does not compile.
        func makeModule(_ name: String, of text: String) throws {
            let errors = try compile(name, [write(text, as: name)])
            if !errors.isEmpty { throw Refused(errors: errors) }
        }

        /// Writes a source file into the compiler's own folder.
        ///
        /// - Returns: Its path.
        func write(_ text: String, as name: String) throws -> String {
            let path = folder.file("\(name).swift")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// Whether a module that others can import was made.
        func hasModule(_ name: String) -> Bool {
            FileManager.default.fileExists(atPath: folder.file("\(name).swiftmodule"))
        }

        /// Compiles a module as far as its errors and warnings are known.
        ///
        /// - Parameters:
        ///   - languageMode: That of Swift, such as 5.
        ///   - options: More options for the compiler.
        /// - Returns: What the compiler said.
        func compile(
            _ module: String, _ sources: [String], languageMode: Int = 6, _ options: [String] = []
        ) throws -> String {
            // One name for the folder of modules: under two, the compiler has each of them twice.
            let built = BuiltProducts.folder.resolvingSymlinksInPath().path
            let headers = ["CLibunwind", "CRIBShims", "COpenCombineHelpers"].flatMap {
                ["-Xcc", "-fmodule-map-file=\(built)/\($0).build/module.modulemap"]
            }
            let compiler = try FinishedProcess(
                path: Self.path ?? "swiftc",
                [
                    "-emit-module", "-wmo", "-module-cache-path", "\(built)/ModuleCache",
                    "-parse-as-library", "-swift-version", "\(languageMode)",
                    "-warnings-as-errors", "-module-name", module, "-package-name", Self.package,
                    "-o", folder.file("\(module).swiftmodule"),
                    // A test's modules, and those in the options, take precedence over the built ones.
                    "-I", folder.path,
                ] + options + ["-I", "\(built)/Modules"] + headers + sources, within: 300)
            return compiler.output + compiler.errors
        }

        /// The name under which the package was built.
        static var package: String {
            let folder = URL(fileURLWithPath: BuiltProducts.packageRoot).lastPathComponent
            let name = folder.lowercased().enumerated().map { index, character in
                character.isLetter || index > 0 && character.isNumber ? character : "_"
            }
            return String(name)
        }

        static let path: String? = {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            let isThere = FileManager.default.isExecutableFile(atPath:)
            let folder = folders.first { isThere("\($0)/swift") }
            return folder.map { "\($0)/swiftc" }.flatMap { isThere($0) ? $0 : nil }
        }()

        private struct Refused: Error {
            let errors: String
        }
    }
#endif
