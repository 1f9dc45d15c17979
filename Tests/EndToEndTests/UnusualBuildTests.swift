// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// Hosts that were linked in another way than SwiftPM's usual one: the 60 leaks of `leak-holders` are found,
    /// and none of its careful twins.
    @Suite(.enabled(if: SwiftCompiler.isInstalled), .serialized) struct UnusualBuildTests {
        private let runs: TemporaryFolder

        init() throws { runs = try TemporaryFolder() }

        /// The first line of the report on each of the recorded runs.
        private func verdicts() throws -> [String] {
            let folder = runs.file("runs")
            return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { run in
                let report = try FinishedProcess("ribleak", ["report", "\(folder)/\(run)"])
                return report.output.split(separator: "\n").first.map(String.init) ?? ""
            }
        }

        private func host(
            path: String, _ arguments: [String], _ environment: [String: String] = [:]
        ) throws -> FinishedProcess {
            try FinishedProcess(
                path: path, arguments,
                environment: environment.merging(["RIBLEAK_TRACE_DIR": runs.file("runs")]) { $1 })
        }

        private static let leaky = "✗ 60 leaks. 122 objects tracked."
        private static let clean = "✓ No leaks. 46 objects tracked."

        // MARK: - Two copies

        /// A shared library with its own copy of the runtime, and `leak_holders_main`.
        private func library() throws -> String {
            let path = runs.file("copy.so")
            let objects = BuiltProducts.folder
                .appendingPathComponent("leak-holders.product/Objects.LinkFileList").path
            let compiler = try FinishedProcess(
                path: SwiftCompiler.path ?? "swiftc",
                ["-emit-library", "-o", path, "-Xlinker", "-Bsymbolic", "-lstdc++", "@\(objects)"])
            #expect(compiler.code == 0, "\(compiler.output)\(compiler.errors)")
            return path
        }

        /// A program that calls `leak_holders_main` of each library in its arguments.
        private func program() throws -> String {
            let source = """
                #include <dlfcn.h>
                #include <stdlib.h>
                #include <string.h>
                int main(int count, char **arguments) {
                    char *libraries = strdup(getenv("LIBRARIES"));
                    for (char *path = strtok(libraries, ":"); path; path = strtok(NULL, ":")) {
                        void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
                        if (library == NULL) return 1;
                        int (*run)(int, char **) = dlsym(library, "leak_holders_main");
                        if (run(count, arguments) != 0) return 2;
                    }
                    return 0;
                }
                """
            try source.write(toFile: runs.file("host.c"), atomically: true, encoding: .utf8)
            let compiler = try FinishedProcess(
                path: "/usr/bin/env",
                ["clang", "-o", runs.file("host"), runs.file("host.c"), "-ldl"])
            #expect(compiler.code == 0, "\(compiler.errors)")
            return runs.file("host")
        }

        @Test(arguments: [("--all", leaky), ("--clean", clean)])
        func eachOfTwoCopiesInOneProcessHasItsOwnRun(which: String, verdict: String) throws {
            let (first, second) = (try library(), runs.file("second.so"))
            try FileManager.default.copyItem(atPath: first, toPath: second)
            let host = try host(
                path: try program(), which == "--all" ? [] : [which],
                ["LIBRARIES": "\(first):\(second)"])
            #expect((host.code, host.errors) == (0, ""))
            #expect(try verdicts() == [verdict, verdict])
        }

        // MARK: - Static

        /// How often the reports on the recorded runs say what keeps a leaked object alive.
        private func pathCount() throws -> Int {
            let folder = runs.file("runs")
            return try FileManager.default.contentsOfDirectory(atPath: folder).map { run in
                let report = try FinishedProcess("ribleak", ["report", "\(folder)/\(run)"])
                return report.output.components(separatedBy: "├─ kept alive by").count - 1
            }.reduce(0, +)
        }

        @Test(.enabled(if: Nightly.isOn))
        func aHostWithTheStandardLibraryInItHasItsLeaksWithPaths() throws {
            let scratch = BuiltProducts.folder.appendingPathComponent("../../static")
                .standardizedFileURL.path
            let build = try FinishedProcess(
                path: "/usr/bin/env",
                [
                    "swift", "build", "--static-swift-stdlib", "--product", "leak-holders",
                    "--scratch-path", scratch,
                ], in: BuiltProducts.packageRoot, within: 1_200)
            #expect(build.code == 0, "\(build.output)\(build.errors)")
            let path = "\(scratch)/debug/leak-holders"
            let leaky = try host(path: path, [])
            #expect(leaky.code == 0)
            #expect(leaky.errors == "")
            #expect(try pathCount() >= 30)
            #expect(try host(path: path, ["--clean"]).code == 0)
            #expect(try verdicts() == [Self.leaky, Self.clean])
        }
    }
#endif
