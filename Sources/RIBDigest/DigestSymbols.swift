// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBText
import RIBTrace

/// A digest with the functions of its addresses, as `ribleak digest --symbolize` writes it.
///
/// They are looked up by build id, so an executable that was built anew names nothing wrongly.
public struct DigestSymbols {
    /// The digest on one line of JSON, with another key `symbols`.
    public let json: String
    /// What could not be looked up, and why.
    public let caveats: [String]

    /// Reads a digest and names its addresses. Names that it has already are replaced.
    ///
    /// - Parameters:
    ///   - file: The digest's path.
    ///   - folders: Folders with the executables and libraries that the app was built to, or with
    ///     their separate debug files.
    ///   - symbolizer: Finds functions and lines.
    /// - Throws: `DigestError` when the file is not a digest, or nothing can be in a folder.
    public init(
        of file: String, from folders: [String], by symbolizer: some Symbolizing
    ) throws(DigestError) {
        let digest = try ReadDigest(file)
        for folder in folders { try Self.checkFolder(folder) }
        let images = digest.images
        let binaries = Self.binaries(of: Set(images.map(\.buildID)), below: folders)
        let missing = images.filter { binaries[$0.buildID] == nil }.map {
            "\(TerminalEscape.escaped($0.name)): no file below the folders has its build id "
                + "\($0.buildID); its functions are not named"
        }
        var addresses: [ImageAddress: DigestFrame] = [:]
        for frame in digest.frames {
            guard let index = frame.image, images.indices.contains(index),
                case let id = images[index].buildID, let path = binaries[id]
            else { continue }
            addresses[ImageAddress(path: path, buildID: id, offset: frame.offset)] = frame
        }
        let found = symbolizer.symbolicate(addresses.keys.sorted { $0.offset < $1.offset })
        let named = addresses.compactMap { address, frame in found[address].map { (frame, $0) } }
            .sorted { ($0.0.image ?? 0, $0.0.offset) < ($1.0.image ?? 0, $1.0.offset) }
        json = digest.text(adding: named.map(Self.symbol))
        caveats = missing + found.caveats.map(\.text)
    }

    /// The functions at an address, innermost inlined one first.
    private static func symbol(at address: DigestFrame, _ frames: [StackFrame]) -> JSONValue {
        let functions = frames.map {
            JSONValue(known: ["function": $0.function, "file": $0.file, "line": $0.line])
        }
        return JSONValue(["address": address.json, "functions": functions])
    }
}

/// Why a digest cannot be read.
public struct DigestError: Error, CustomStringConvertible, Sendable {
    /// The file's path.
    public let path: String
    /// What is wrong, and what to do.
    public let explanation: String

    public var description: String { "\(path): \(explanation)" }
}

// Finds binaries by their build ids.
extension DigestSymbols {
    /// The most files to look into.
    private static let mostFiles = 100_000

    /// - Throws: When a folder was misspelt, so that nobody takes its absence for that of the
    ///   binaries.
    private static func checkFolder(_ folder: String) throws(DigestError) {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        let advice = "name the folder that the app was built to"
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        let problem: String? =
            if !exists {
                "no such folder; \(advice)"
            } else if !isFolder.boolValue {
                "is a file; \(advice)"
            } else if access(folder, R_OK | X_OK) != 0 {
                TraceError.reason(ofReading: errno)
            } else {
                names?.isEmpty == true ? "is an empty folder; \(advice)" : nil
            }
        if let problem { throw DigestError(path: folder, explanation: problem) }
    }

    /// - Parameters:
    ///   - wanted: The build ids to look for.
    ///   - folders: Where to look, with all folders below. A link among them is followed, those
    ///     below are not.
    /// - Returns: Paths by build id.
    private static func binaries(
        of wanted: Set<String>, below folders: [String]
    ) -> [String: String] {
        let wanted = wanted.subtracting([""])
        var paths: [String: String] = [:]
        var left = mostFiles
        for folder in folders {
            let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath()
            let entries = FileManager.default.enumerator(atPath: root.path)
            while let name = entries?.nextObject() as? String {
                left -= 1
                if left < 0 || paths.count == wanted.count { return paths }
                let path = root.appendingPathComponent(name).path
                guard let id = ElfImage(path: path)?.buildID, wanted.contains(id) else { continue }
                if paths[id] == nil { paths[id] = path }
            }
        }
        return paths
    }
}

/// A digest that was read from a file, which may be hostile.
struct ReadDigest {
    let images: [DigestImage]
    let frames: [DigestFrame]
    /// Without the functions that somebody named before.
    private let line: String

    private static let symbolsKey = "symbols"
    /// Of a digest with its functions, of which each address may have several.
    private static let mostBytes = 128 * Digest.mostBytes

    private struct Document: Decodable {
        let version: Int
        let images: [DigestImage]
        let findings: [Finding]

        struct Finding: Decodable {
            let retainPath: RetainPath?
            let stacks: [String: [DigestFrame]?]?
        }

        struct RetainPath: Decodable {
            let steps: [Step]
        }

        struct Step: Decodable {
            let code: DigestFrame?
        }
    }

    init(_ path: String) throws(DigestError) {
        func failure(_ explanation: String) -> DigestError {
            DigestError(path: path, explanation: explanation)
        }
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw failure("cannot be read; name a digest")
        }
        let data = (try? file.read(upToCount: Self.mostBytes + 1)) ?? Data()
        let tooLong = failure("has more than 64 KiB, so it is not one digest; name one")
        guard data.count <= Self.mostBytes else { throw tooLong }
        guard let document = try? JSONDecoder().decode(Document.self, from: data) else {
            throw failure("is not a digest; name a file that ribleak digest wrote")
        }
        guard document.version <= Digest.version else {
            throw failure(
                "is a digest of version \(document.version), and this ribleak reads up to "
                    + "\(Digest.version); use a newer one")
        }
        images = document.images
        frames = document.findings.flatMap { finding in
            (finding.retainPath?.steps.compactMap(\.code) ?? [])
                + (finding.stacks?.values.flatMap { $0 ?? [] } ?? [])
        }
        let text = Self.text(of: Array(data), without: Self.symbolsKey)
        guard text.utf8.count <= Digest.mostBytes else { throw tooLong }
        line = text
    }

    /// The digest as it was, with one key more.
    func text(adding symbols: [JSONValue]) -> String {
        guard let end = line.lastIndex(of: "}") else { return line }
        let list = JSONText.line(symbols).dropLast()
        return line[..<end] + ",\"\(Self.symbolsKey)\":" + list + "}\n"
    }
}

extension ReadDigest {
    /// An object in valid JSON without one of its members; the text as it was if it has none. The
    /// other members keep their order and their text, which decoding would lose.
    private static func text(of json: [UInt8], without key: String) -> String {
        let members = members(of: json)
        let others = members.filter { member in
            !member.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }.starts(with: "\"\(key)\"".utf8)
        }
        guard others.count < members.count else { return String(decoding: json, as: UTF8.self) }
        return "{\(others.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ","))}\n"
    }

    /// The members, each as its text stands there.
    private static func members(of json: [UInt8]) -> [ArraySlice<UInt8>] {
        var members: [ArraySlice<UInt8>] = []
        var (depth, start, isInText, isEscaped) = (0, 0, false, false)
        for (index, byte) in json.enumerated() {
            switch byte {
            case _ where isEscaped: isEscaped = false
            case UInt8(ascii: "\\"): isEscaped = true
            case UInt8(ascii: "\""): isInText.toggle()
            case _ where isInText: break
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                if depth == 1 {
                    members.append(json[start..<index])
                    start = index + 1
                }
                if byte != UInt8(ascii: ",") { depth -= 1 }
            default: break
            }
        }
        return members
    }
}
