// SPDX-License-Identifier: Apache-2.0

import Foundation
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

    /// The trace's folder.
    private let folder: String
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
        self.folder = folder
        let path = "\(folder)/\(TraceReader.symbolsFileName)"
        guard let bytes = RegularFile.bytes(at: path, atMost: Self.largestFile),
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

    /// Adds answers, and writes all beside the trace if there are new ones. If that fails, they are
    /// looked up again next time.
    mutating func keep(_ found: [ImageAddress: [SymbolizerAnswer.Symbol]]) {
        let count = answers.count
        answers.merge(found) { kept, _ in kept }
        if answers.count > count { write() }
    }

    private func write() {
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
        let path = "\(folder)/\(TraceReader.symbolsFileName)"
        _ = writeWhole(
            Array(data), to: path, by: "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max))")
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
