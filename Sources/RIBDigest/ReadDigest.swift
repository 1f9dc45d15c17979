// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

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
    /// An object in valid JSON without one of its members; the text as it was if it has none.
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
