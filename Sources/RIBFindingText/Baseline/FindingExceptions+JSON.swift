// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

// Reads the copy of the settings in a baseline. Test processes use it, since they read no YAML.
extension Suppression: Decodable {
    private enum Key: String, CodingKey {
        case fingerprint, kind, ribPath, type, reason, expires, place
    }

    /// - Throws: For what the settings would not allow either, so that a damaged entry never covers
    ///   more than was written.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        func text(_ key: Key) throws -> String? {
            try values.decodeIfPresent(String.self, forKey: key)
        }
        let pattern: Pattern
        if let digits = try text(.fingerprint) {
            pattern = .fingerprint(digits)
        } else {
            let kind = try values.decodeIfPresent(FindingKind.self, forKey: .kind)
            let ribPath = try text(.ribPath).map(RIBPathPattern.init)
            let type = try text(.type)
            guard kind != nil || ribPath != nil || type != nil else {
                throw DecodingError.valueNotFound(
                    String.self, DecodingError.Context(codingPath: [], debugDescription: "facts"))
            }
            pattern = .facts(kind: kind, ribPath: ribPath, type: type)
        }
        guard let expires = CalendarDay(try values.decode(String.self, forKey: .expires)) else {
            throw DecodingError.dataCorruptedError(
                forKey: Key.expires, in: values, debugDescription: "no day")
        }
        self.init(
            pattern: pattern, reason: try values.decode(String.self, forKey: .reason),
            expires: expires, place: try values.decode(String.self, forKey: .place))
    }
}

extension LibraryLeakMatcher: Decodable {
    private enum Key: String, CodingKey {
        case name, retainPath, description, link, kinds, types
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            LibraryLeak(
                name: try values.decode(String.self, forKey: .name),
                explanation: try values.decode(String.self, forKey: .description),
                link: try values.decodeIfPresent(String.self, forKey: .link), isBuiltIn: false),
            path: try RetainPathPattern(values.decode(String.self, forKey: .retainPath)),
            // A name that is none is refused: left out, it would stand for all kinds.
            kinds: try values.decodeIfPresent(Set<FindingKind>.self, forKey: .kinds) ?? [],
            types: try values.decodeIfPresent(Set<String>.self, forKey: .types) ?? [])
    }
}

extension FindingKind: Decodable {}
