// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText

extension RunReport {
    /// A copy in which a finding that no recorded line places in the repository is placed where its
    /// type is declared there. Such findings come from recordings without stacks or symbols.
    ///
    /// Reads the repository's Swift files, but only when one of the formats shows such places and
    /// a finding lacks one.
    ///
    /// - Parameters:
    ///   - formats: The formats to be written.
    ///   - root: The repository's folder, an absolute path.
    package func locatingTypes(for formats: [ReportFormat], in root: String) -> RunReport {
        guard formats.contains(where: \.isForRepositories) else { return self }
        let types = findings.filter { $0.relativePlace == nil }.map(\.type)
        if types.isEmpty { return self }
        let declarations = TypeDeclarations(of: types, in: root)
        var report = self
        report.findings = findings.map { finding in
            var finding = finding
            if finding.relativePlace == nil { finding.declaration = declarations[finding.type] }
            return finding
        }
        return report
    }
}

/// Where the Swift files of a repository declare types.
///
/// A recorded type has neither a module nor the types around it in its name. So a declaration
/// counts only if it is the only one of that name in the repository.
struct TypeDeclarations {
    // Of a repository with more of them, nothing is looked up.
    private static let mostEntries = 400_000
    private static let mostFiles = 20_000
    private static let mostBytes = 256 << 20

    /// The declarations of each wanted type, at most two of each.
    private var found: [String: [SourcePlace]] = [:]
    private var isComplete = true

    /// Reads the Swift files below a folder. Hidden folders and libraries that were checked out are
    /// left out, and links are not followed.
    ///
    /// - Parameters:
    ///   - types: Names as findings have them.
    ///   - root: An absolute path.
    /// - Complexity: O(the bytes of all Swift files).
    init(of types: [String], in root: String) {
        for type in types { found[Self.name(of: type)] = [] }
        var room = Self.mostBytes
        for file in Self.swiftFiles(below: root) ?? [] {
            guard let text = Self.text(at: "\(root)/\(file)", atMost: room) else {
                isComplete = false
                return
            }
            room -= text.count
            read(text, of: file)
        }
    }

    /// Nil unless exactly one place declares the type.
    subscript(type: String) -> SourcePlace? {
        guard isComplete, let places = found[Self.name(of: type)], places.count == 1 else {
            return nil
        }
        return places[0]
    }

    private static func name(of type: String) -> String { String(type.prefix { $0 != "<" }) }

    // MARK: - Files

    /// - Returns: Paths from the folder; nil when there are too many to read.
    private static func swiftFiles(below root: String) -> [String]? {
        guard let names = FileManager.default.enumerator(atPath: root) else { return nil }
        var files: [String] = []
        var entries = 0
        while let name = names.nextObject() as? String {
            entries += 1
            if entries > mostEntries { return nil }
            if name.split(separator: "/").last?.hasPrefix(".") ?? true {
                names.skipDescendants()
            } else if name.hasSuffix(".swift"), CodeOrigin.library(ofFile: name) == nil {
                files.append(name)
                if files.count > mostFiles { return nil }
            }
        }
        return files
    }

    /// - Returns: No bytes for what is no regular file; nil for a file that cannot be read or has
    ///   no room.
    private static func text(at path: String, atMost room: Int) -> [UInt8]? {
        let facts = try? FileManager.default.attributesOfItem(atPath: path)
        guard facts?[.type] as? FileAttributeType == .typeRegular else { return [] }
        guard let size = facts?[.size] as? Int, size <= room else { return nil }
        return FileManager.default.contents(atPath: path).map { [UInt8]($0) }
    }

    // MARK: - Lines

    private static let keywords: Set = ["class", "struct", "enum", "actor"]
    private static let modifiers: Set = [
        "public", "open", "package", "internal", "private", "fileprivate", "final", "indirect",
        "nonisolated", "distributed",
    ]

    private mutating func read(_ text: [UInt8], of file: String) {
        var number = 0
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            guard let type = Self.declaredType(line), let known = found[type], known.count < 2,
                let place = SourcePlace(file, number)
            else { continue }
            found[type, default: []].append(place)
        }
    }

    /// The type that a line begins to declare. Before the keyword are only modifiers and
    /// attributes, so that a comment declares nothing.
    private static func declaredType(_ line: ArraySlice<UInt8>) -> String? {
        var words = line.drop(while: isBlank)
        while let first = words.first, first == UInt8(ascii: "@") || isOfName(first) {
            let end = words.firstIndex(where: isBlank) ?? words.endIndex
            let word = String(decoding: words[..<end], as: UTF8.self)
            words = words[end...].drop(while: isBlank)
            if keywords.contains(word) {
                return String(decoding: words.prefix(while: isOfName), as: UTF8.self)
            }
            guard word.hasPrefix("@") || modifiers.contains(word) else { return nil }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
    }

    /// Whether a byte may be part of a name. All bytes of letters beyond ASCII may.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }
}
