// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The first part of a request: what is asked for, and by whom.
///
/// Reads what RFC 9112 calls the request line and the field lines, and refuses what it leaves to a
/// server's discretion: bare line feeds, folded lines, blanks before colons, repeated fields.
struct RequestHead: Equatable {
    /// The most bytes of a head. Browsers send far fewer.
    static let mostBytes = 8192

    let method: String
    /// The path, without the query.
    let path: String
    /// What follows the question mark; nil without one.
    let query: String?
    /// By names in lower case.
    private let fields: [String: String]

    /// The value of a field; nil if the request has no such field.
    subscript(_ name: String) -> String? { fields[name] }

    /// - Parameter bytes: Everything up to the empty line, without it.
    init(_ bytes: some Collection<UInt8>) throws(PageRefusal) {
        guard bytes.count <= Self.mostBytes else { throw .tooLarge }
        guard bytes.allSatisfy({ $0 == 13 || $0 == 10 || $0 == 9 || (32..<127).contains($0) })
        else { throw .malformed }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\r\n", omittingEmptySubsequences: false)
        guard let first = lines.first, lines.allSatisfy({ !$0.contains { $0.isNewline } })
        else { throw .malformed }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/"),
            ["HTTP/1.1", "HTTP/1.0"].contains(words[2])
        else { throw .malformed }
        method = String(words[0])
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(target[0])
        query = target.count > 1 ? String(target[1]) : nil
        fields = try Self.fields(in: lines.dropFirst())
    }

    private static func fields(
        in lines: some Sequence<Substring>
    ) throws(PageRefusal) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":"), isToken(line[..<colon]) else {
                throw .malformed
            }
            let name = line[..<colon].lowercased()
            guard fields[name] == nil else { throw .malformed }
            fields[name] = line[colon...].dropFirst().trimmingCharacters(in: .whitespaces)
        }
        return fields
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.allSatisfy { letter in
                letter.isASCII && (letter.isLetter || letter.isNumber)
                    || "!#$%&'*+-.^_`|~".contains(letter)
            }
    }
}
