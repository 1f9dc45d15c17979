// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText
import RIBTrace

/// The functions and lines of a trace's addresses, kept beside the trace. So a run reads the same
/// after its binaries were rebuilt, on another machine and years later.
///
/// Keeps the symbolizer's answers unchanged, for the build ID that the image had during the
/// recording.
struct SymbolFile {
    /// The format version. It goes up when a key changes its meaning or goes away.
    private static let version = 1
    /// Enough for a hundred thousand addresses.
    private static let largestFile = 16 << 20

    /// The working directory in which the first answers were found. Elsewhere, paths below it are
    /// shown relative to it.
    let root: String
    private(set) var answers: [ImageAddress: [SymbolizerAnswer.Symbol]] = [:]

    /// Reads the symbols of a trace. Starts empty when they cannot be read, so they are looked up
    /// again.
    ///
    /// - Parameters:
    ///   - folder: The trace's folder.
    ///   - root: The working directory, kept when there is no readable file yet.
    init(in folder: String, root: String) {
        guard let bytes = TraceReader.keptSymbols(in: folder, atMost: Self.largestFile),
            let file = try? JSONDecoder().decode(File.self, from: Data(bytes)),
            file.version == Self.version
        else {
            self.root = root
            return
        }
        self.root = file.root
        for image in file.images {
            for (offset, symbols) in image.functions {
                guard let offset = UInt64(offset, radix: 16) else { continue }
                answers[ImageAddress(path: image.path, buildID: image.buildID, offset: offset)] =
                    symbols
            }
        }
    }

    /// Adds new answers.
    ///
    /// - Returns: False when all of them were known.
    mutating func add(_ found: [ImageAddress: [SymbolizerAnswer.Symbol]]) -> Bool {
        let count = answers.count
        answers.merge(found) { kept, _ in kept }
        return answers.count > count
    }

    /// Writes the answers beside the trace. If that fails, they are looked up again next time.
    func write(in folder: String) {
        let images = Dictionary(grouping: answers) {
            ImageAddress(path: $0.key.path, buildID: $0.key.buildID, offset: 0)
        }
        let file = File(
            version: Self.version, root: root,
            images: images.sorted { $0.key.path < $1.key.path }.map { image, answers in
                Image(
                    path: image.path, buildID: image.buildID,
                    functions: Dictionary(
                        answers.map { (String($0.key.offset, radix: 16), $0.value) }
                    ) { first, _ in first })
            })
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(file), data.count <= Self.largestFile else { return }
        Self.write(data, to: "\(folder)/\(TraceReader.symbolsFileName)")
    }

    /// Writes to a temporary file first, so that readers see all or nothing. Only the user
    /// may read it.
    private static func write(_ data: Data, to path: String) {
        let aside = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))"
        let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard (try? file.write(contentsOf: data)) != nil, rename(aside, path) == 0 else {
            unlink(aside)
            return
        }
    }

    private struct File: Codable {
        let version: Int
        let root: String
        let images: [Image]
    }

    private struct Image: Codable {
        let path: String
        let buildID: String
        /// By return address in the file, in hexadecimal digits.
        let functions: [String: [SymbolizerAnswer.Symbol]]
    }
}

/// The addresses of one trace to look up.
package struct SymbolRequest {
    /// The trace's folder.
    package let trace: String
    package let addresses: Set<ImageAddress>

    package init(trace: String, addresses: Set<ImageAddress>) {
        (self.trace, self.addresses) = (trace, addresses)
    }
}

/// Looks up the addresses of traces. Uses the answers kept beside a trace, and keeps new ones.
package enum RunSymbols {
    /// - Returns: The functions of all addresses, and caveats about those that were not kept and
    ///   could not be looked up.
    package static func symbolicate(
        _ asked: [SymbolRequest], by symbolizer: some Symbolizing
    ) -> Symbolication {
        let root = RepositoryRoot.current
        var kept = asked.map { SymbolFile(in: $0.trace, root: root.path) }
        var known: [ImageAddress: [SymbolizedFrame]] = [:]
        for (asked, kept) in zip(asked, kept) where !kept.answers.isEmpty {
            var frames = FrameMaker(paths: root.paths(or: kept.root))
            for address in asked.addresses where known[address] == nil {
                guard let answer = kept.answers[address] else { continue }
                known[address] =
                    answer.isEmpty ? [address.bareFrame] : frames.frames(for: answer, at: address)
            }
        }
        let unknown = asked.reduce(into: Set()) { $0.formUnion($1.addresses) }
            .filter { known[$0] == nil }
        let found = symbolizer.symbolicate(ImageAddress.sorted(unknown))
        for index in asked.indices {
            let own = found.answers.filter { asked[index].addresses.contains($0.key) }
            if kept[index].add(own) { kept[index].write(in: asked[index].trace) }
        }
        return found.adding(known)
    }
}

/// Remembers answers, for callers that look up mostly the same addresses again and again.
package struct SymbolCache {
    private var known = Symbolication(frames: [:], caveats: [])

    package init() {}

    /// Looks up the addresses that are not known yet.
    ///
    /// - Parameter keep: Takes the answers that are new.
    /// - Returns: All that is known, of other addresses too: a copy of a part would cost each call.
    package mutating func symbolicate(
        _ addresses: Set<ImageAddress>, by symbolizer: some Symbolizing,
        keep: ([ImageAddress: [SymbolizerAnswer.Symbol]]) -> Void = { _ in }
    ) -> Symbolication {
        let new = addresses.filter { known.all[$0] == nil }
        if !new.isEmpty || known.sources == nil {
            let found = symbolizer.symbolicate(ImageAddress.sorted(new))
            known.add(found)
            keep(found.answers)
        }
        return known
    }
}
