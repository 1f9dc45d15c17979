// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// Makes code for other platforms with the compiler and the linker that come with Swift.
    enum OtherPlatforms {
        static let haveTools = [clang, linker].allSatisfy { $0 != nil }
        static let missing: Comment = "there are no clang and ld64.lld beside swift"

        private static let clang = tool("clang")
        private static let linker = tool("ld64.lld")

        private static func tool(_ name: String) -> String? {
            let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
            let isThere = FileManager.default.isExecutableFile(atPath:)
            let folder = folders.first { isThere("\($0)/swift") }
            return folder.map { "\($0)/\(name)" }.flatMap { isThere($0) ? $0 : nil }
        }

        /// Runs the compiler of C.
        ///
        /// - Returns: What it said.
        static func compile(_ arguments: [String]) throws -> String {
            let process = try FinishedProcess(path: clang ?? "", arguments, within: 120)
            return process.output + process.errors
        }

        /// Makes a library for Apple's platforms of a C source.
        ///
        /// - Returns: Its path.
        static func library(
            of source: String, in folder: TemporaryFolder, as name: String, _ options: [String] = []
        ) throws -> String {
            let (text, object) = (folder.file("\(name).c"), folder.file("\(name).o"))
            let library = folder.file("\(name).dylib")
            try source.write(toFile: text, atomically: true, encoding: .utf8)
            // This linker takes objects that name no platform.
            let said = try compile(
                ["--target=arm64-apple-none-macho", "-O1", "-c", text, "-o", object])
            let linked = try FinishedProcess(
                path: linker ?? "",
                [
                    "-arch", "arm64", "-platform_version", "macos", "13.0", "13.0", "-dylib",
                    "-undefined", "dynamic_lookup", object, "-o", library,
                ] + options, within: 60)
            if !said.isEmpty || linked.code != 0 { throw Refused(errors: said + linked.errors) }
            return library
        }

        private struct Refused: Error {
            let errors: String
        }
    }
#endif
