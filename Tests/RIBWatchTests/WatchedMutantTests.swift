// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace
import RIBWatch
import Testing
import TraceFixtures

/// Whatever is in a trace, and however it gets there, watching it ends once nobody writes it.
@Suite struct WatchedMutantTests {
    private static let mutants: UInt64 = Nightly.isOn ? 500 : 40

    @Test func theWatchingOfAMutantThatGrowsEnds() throws {
        let traces = try HostileShape.allCases.map { shape in
            let trace = try shape.trace(12)
            return try withExtendedLifetime(trace) { try TraceMutant.events(of: trace.folder) }
        }
        for seed in 1...Self.mutants {
            let folder = try TemporaryFolder()
            let mutant = try TraceMutant(seed: seed, of: traces, in: folder.file("made"))
            let copy = try GrowingCopy(of: folder.file("made"), in: folder.file("app-77"), seed)
            let session = WatchSession(.folders([folder.file("app-77")]))
            for _ in 1...12 {
                try copy.grow()
                session.catchUp()
            }
            copy.end()
            session.settle()
            session.settle()

            // Without metadata that can be read, there is nothing to watch.
            #expect(
                session.watcher.isOver || session.watcher.processes.isEmpty,
                "mutant \(seed), changed: \(mutant.changes)")
        }
    }
}

/// A copy of a trace whose streams grow by random pieces, as if a process wrote them.
private final class GrowingCopy {
    private let folder: String
    private let streams: [(path: String, bytes: Data)]
    private var random: SeededGenerator
    private var lock: Int32

    init(of trace: String, in folder: String, _ seed: UInt64) throws {
        self.folder = folder
        random = SeededGenerator(seed: seed)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        // Says that a process writes it.
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX)
        let names = try FileManager.default.contentsOfDirectory(atPath: trace).sorted()
        streams = names.compactMap { name in
            let path = "\(trace)/\(name)"
            guard let bytes = Self.bytes(of: path) else { return nil }
            return ("\(folder)/\(name)", bytes)
        }
        for stream in streams where !stream.path.contains("stream-") {
            try stream.bytes.write(to: URL(fileURLWithPath: stream.path))
        }
    }

    /// Nil for pipes, folders and links in a circle.
    private static func bytes(of path: String) -> Data? {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    /// Adds a piece to each stream, or cuts one off again.
    func grow() throws {
        for (path, bytes) in streams where path.contains("stream-") {
            let size = FileManager.default.contents(atPath: path)?.count ?? 0
            let isCut = Int.random(in: 0..<20, using: &random) == 0
            let end = Int.random(
                in: isCut ? 0...size : size...max(size, bytes.count), using: &random)
            try bytes.prefix(end).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Nobody writes it any more. A process that another test starts just now has the descriptor too,
    /// until it runs another program: so the lock is given up, not only closed.
    func end() {
        guard lock >= 0 else { return }
        flock(lock, LOCK_UN)
        close(lock)
        lock = -1
    }

    deinit { end() }
}
