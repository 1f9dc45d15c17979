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
        let text = JSONMembers(of: Array(data)).text(without: Self.symbolsKey)
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

/// The members of an object in valid JSON, each as its text stands there.
private struct JSONMembers {
    private let text: [UInt8]
    private var members: [(key: String, text: Range<Int>)] = []

    init(of text: [UInt8]) {
        self.text = text
        var depth = 0
        var start = 0
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 1 { add(start..<index) }
                depth -= 1
            case UInt8(ascii: ",") where depth == 1:
                add(start..<index)
                start = index + 1
            case UInt8(ascii: "\""): index = endOfString(from: index)
            default: break
            }
            index += 1
        }
    }

    /// The text as it was if it has no such member, or else an object of the others.
    func text(without key: String) -> String {
        guard members.contains(where: { $0.key == key }) else {
            return String(decoding: text, as: UTF8.self)
        }
        let others = members.filter { $0.key != key }.map {
            String(decoding: text[$0.text], as: UTF8.self)
        }
        return "{" + others.joined(separator: ",") + "}\n"
    }

    private mutating func add(_ member: Range<Int>) {
        guard let begin = text[member].firstIndex(of: UInt8(ascii: "\"")) else { return }
        let key = Data(text[begin...min(endOfString(from: begin), text.count - 1)])
        members.append(((try? JSONDecoder().decode(String.self, from: key)) ?? "", member))
    }

    /// The index of the quote that ends a string, or the end.
    private func endOfString(from begin: Int) -> Int {
        var index = begin + 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }
}
