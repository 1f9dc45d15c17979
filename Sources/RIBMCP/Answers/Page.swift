// SPDX-License-Identifier: Apache-2.0

import RIBText

/// The elements of a list that one answer shows.
///
/// A cursor names where an answer goes on: a place in the list of one very call. It is text without
/// state, so any process of the server can go on, and it is refused when the call or the run is
/// another one.
struct Page<Element> {
    let elements: [Element]
    /// The index of the first in the whole list.
    let start: Int
    /// The elements of the whole list.
    let total: Int
    /// A hash of what the list depends on.
    private let list: UInt64

    /// Takes elements while they fit: at least one.
    ///
    /// - Parameters:
    ///   - all: The whole list. A lazy one makes only the elements that are looked at.
    ///   - list: What the list depends on: the tool, its arguments and the run's stamp.
    ///   - cursor: Where the page begins; nil for the beginning.
    ///   - most: How many to take at most.
    ///   - room: In bytes, for what `size` measures.
    ///   - size: The bytes that an element takes.
    /// - Returns: Nil when the cursor is none, or of another list.
    init?(
        of all: some Collection<Element>, named list: [String], from cursor: String?,
        atMost most: Int, room: Int = AnswerLimits.pageBytes, size: (Element) -> Int
    ) {
        self.list = list.stableHash
        var first = 0
        if let cursor {
            let parts = cursor.split(separator: "-", omittingEmptySubsequences: false)
            guard cursor.utf8.count <= 40, parts.count == 2, let offset = Int(parts[0]),
                offset > 0, UInt64(parts[1], radix: 16) == self.list
            else { return nil }
            first = offset
        }
        var taken: [Element] = []
        var left = room
        for element in all.dropFirst(first).prefix(most) {
            left -= size(element)
            guard left >= 0 || taken.isEmpty else { break }
            taken.append(element)
        }
        elements = taken
        (start, total) = (min(first, all.count), all.count)
    }

    /// The elements after the page.
    private var left: Int { total - start - elements.count }

    /// Where the next page begins; nil on the last one.
    var cursor: String? { left > 0 ? "\(start + elements.count)-\(String(list, radix: 16))" : nil }

    /// The members of an answer that place the page in its list.
    var members: [String: JSONValue] {
        [
            "total": JSONValue(total), "start": JSONValue(start), "left": JSONValue(left),
            "nextCursor": JSONValue(cursor),
        ]
    }

    /// What is left out, in words; none for nothing.
    ///
    /// - Parameter noun: Of the elements, in the plural.
    func notes(_ noun: String, opening: String = "Shown: ", closing: String = ".") -> [String] {
        guard let cursor else { return [] }
        let others = left == 1 ? "last" : "\(left) others"
        return [
            "\(opening)\(start + 1) to \(start + elements.count) of \(total) \(noun); for the "
                + "\(others), call again with the same arguments and cursor '\(cursor)'\(closing)"
        ]
    }
}

extension [String] {
    /// FNV-1a of 64 bits: the same in each process, for what need not resist an attack.
    var stableHash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in self {
            for byte in [UInt8](part.utf8) + [0] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return hash
    }
}

/// How much one answer has at most. An assistant reads all of it, and pays for each word.
enum AnswerLimits {
    /// Of the text of a tool's answer, in UTF-8.
    static let textBytes = 24 << 10
    /// Of the JSON of a tool's answer.
    static let structureBytes = 32 << 10
    /// Of what a page of elements may take of either, beside what stands around it.
    static let pageBytes = 16 << 10
    /// Of a resource.
    static let resourceBytes = 256 << 10
    /// Notes of one kind in an answer, such as caveats.
    static let notes = 5
    /// Characters of a note.
    static let noteLength = 300
}
