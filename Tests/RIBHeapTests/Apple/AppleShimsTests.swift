// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Testing
    import TraceFixtures

    /// The C code for Apple's platforms, which no test can run there.
    @Suite(.enabled(if: OtherPlatforms.haveTools, OtherPlatforms.missing))
    struct AppleShimsTests {
        private let headers: TemporaryFolder

        init() throws {
            headers = try TemporaryFolder()
            try AppleHeaders.write(to: headers)
        }

        private static let shims = BuiltProducts.packageRoot + "/Sources/CRIBShims"
        private static func sources(_ names: [String]) -> [String] {
            names.map { "\(shims)/\($0).c" }
        }

        private var options: [String] {
            ["-nostdlibinc", "-isystem", headers.path, "-I", Self.shims + "/include"]
                + ["-Wall", "-Wextra", "-Werror"]
        }

        @Test(arguments: [
            "arm64-apple-macos13", "x86_64-apple-macos13", "arm64-apple-ios16",
            "arm64-apple-ios16-simulator",
        ])
        func compilesForEachPlatform(platform: String) throws {
            let names = [
                "AppleMalloc", "AppleMemory", "AppleObjects", "CapturedWords", "Images",
                "MachImage",
                "MallocChunks", "Memory",
            ]
            let said = try OtherPlatforms.compile(
                ["--target=\(platform)", "-fsyntax-only"] + options + Self.sources(names))
            #expect(said == "")
        }

        @Test func errorsAreTheCompilersOwn() throws {
            let wrong = headers.file("wrong.c")
            try "#include <mach/mach.h>\nint wrong(void) { return vm_write(); }".write(
                toFile: wrong, atomically: true, encoding: .utf8)
            let said = try OtherPlatforms.compile(
                ["--target=arm64-apple-macos13", "-fsyntax-only"] + options + [wrong])
            #expect(said.contains("vm_write"))
        }

        /// A fake of the kernel and the runtimes says what there is, and counts what is given back.
        /// It ends the program if anything allocates while a zone of malloc's is locked.
        @Test func findsWhatTheKernelAndTheRuntimesSay() throws {
            let (source, program) = (headers.file("fake.c"), headers.file("fake"))
            try FakeApple.program.write(toFile: source, atomically: true, encoding: .utf8)
            let said = try OtherPlatforms.compile(
                [
                    "-D__APPLE__", "-U__linux__", "-DMAP_ANON=0x20", "-Ddladdr=fake_dladdr",
                    "-Ddlsym=fake_dlsym", "-fsanitize=undefined",
                    "-fno-sanitize-recover=undefined", "-o", program, source,
                ] + options
                    + Self.sources(["AppleMalloc", "AppleMemory", "AppleObjects", "CapturedWords"]))
            #expect(said == "")
            let process = try FinishedProcess(path: program, [], within: 60)
            #expect(process.code == 0)
            #expect(process.errors == "")
            #expect(
                process.output == """
                    copied 8 42, missing 0
                    pieces 1 0
                    regions 1000-3000 4000-5000 6000-7000s, room for one: 1
                    threads 1 worker 6800 11 22, released 4 1
                    chunks 1000:16 2000:32 3000:48, inside: 0, locked 1 0, copies 0
                    fields last@56 child@16 pair@24 pair@32, objects 0 0, \
                    their classes' classes 0 0, nothing 0 0 0
                    names Lower ''

                    """)
        }
    }
#endif
