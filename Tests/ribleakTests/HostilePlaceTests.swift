// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

/// Something in place of a file may block, never end or be much larger than memory. It is refused in
/// one line, within 2 s of processor time and 256 MB.
@Suite struct HostilePlaceTests {
    /// Something in place of the expected file.
    enum Thing: String, CaseIterable, Sendable {
        case pipe, device, folder, hole, loop

        func make(at path: String) throws {
            try? FileManager.default.removeItem(atPath: path)
            switch self {
            case .pipe: mkfifo(path, 0o600)
            case .device: symlink("/dev/zero", path)
            case .folder: mkdir(path, 0o700)
            case .loop: symlink(path, path)
            case .hole:
                try Data().write(to: URL(fileURLWithPath: path))
                truncate(path, 900 << 30)
            }
        }
    }

    private let folder: TemporaryFolder
    private let trace: TraceBuilder

    init() throws {
        folder = try TemporaryFolder()
        trace = try .leaky()
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> LimitedProcess {
        let run = try LimitedProcess(
            "ribleak", arguments, environment: environment, in: folder.path, .init(seconds: 2))
        #expect(!run.wasKilled, "\(arguments) ended with \(run.code)")
        return run
    }

    /// - Parameter codes: Of which one is the exit code.
    private func refuses(
        _ arguments: [String], _ codes: Set<Int32>, environment: [String: String] = [:]
    ) throws {
        let run = try run(arguments, environment: environment)
        #expect(codes.contains(run.code), "\(arguments) ended with \(run.code)")
        #expect(run.errors.split(separator: "\n").count == 1, "\(arguments) said: \(run.errors)")
        #expect(run.errors.contains("thing"))
    }

    @Test(arguments: Thing.allCases) func nothingElseIsRead(_ thing: Thing) throws {
        try thing.make(at: folder.file("thing"))
        try refuses(["report", "thing"], [2])
        try refuses(["recover", "thing"], [2])
        try refuses(["gate", "--config", "thing", trace.folder], [78])
        try refuses(["gate", "--baseline", "thing", trace.folder], [2])
        try refuses(["diff", "thing", trace.folder], [2])
        try refuses(["history", "show", "--database", "thing"], [2])
        try refuses(["report"], [2], environment: ["RIBLEAK_TRACE_DIR": "thing"])
    }

    @Test(arguments: Thing.allCases.filter { $0 != .hole })
    func nothingElseIsReplaced(_ thing: Thing) throws {
        try thing.make(at: folder.file("thing"))
        try refuses(["baseline", "write", "--output", "thing", trace.folder], [74])
        try refuses(["report", "--output", "json:thing", trace.folder], [74])
        try refuses(["export", "--format", "ndjson", "--output", "thing", trace.folder], [74])
        try refuses(["history", "import", "--database", "thing", trace.folder], [74])
        // What was asked for is done.
        try refuses(
            ["report", "--format", "markdown", trace.folder], [0],
            environment: ["GITHUB_STEP_SUMMARY": "thing"])
    }

    @Test(arguments: Thing.allCases) func whatSQLitePutsBesideAHistoryIsLookedAtToo(_ thing: Thing)
        throws
    {
        _ = try run(["history", "import", "--database", "h.db", trace.folder])
        try thing.make(at: folder.file("h.db-journal"))
        let show = try run(["history", "show", "--database", "h.db"])
        #expect(show.errors.split(separator: "\n").count <= 1)
    }

    @Test(arguments: Thing.allCases) func aTraceMayHaveThemForFiles(_ thing: Thing) throws {
        for name in ["metadata", "stream-1", "stream-9", ".symbols.json"] {
            let copy = folder.file("copy")
            try FileManager.default.copyItem(atPath: trace.folder, toPath: copy)
            try thing.make(at: "\(copy)/\(name)")
            for command in [["report"], ["report", "--format", "html"], ["recover"]] {
                let run = try run(command + ["copy"])
                let isMetadata = name == "metadata"
                #expect(isMetadata ? run.code == 2 : [0, 2].contains(run.code))
                #expect(!isMetadata || run.errors.split(separator: "\n").count == 1)
            }
            for made in ["copy", "copy-recovered"] {
                try? FileManager.default.removeItem(atPath: folder.file(made))
            }
        }
    }
}
