// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Where an answer goes on: a place in the list of one very call.
///
/// It is text without state, so any process of the server can go on, and it is refused when the
/// call or the run is another one.
struct Cursor: Equatable {
    let offset: Int
    private let call: UInt64

    /// - Parameter call: What the list depends on: the tool, its arguments and the run's stamp.
    init(_ offset: Int, of call: [String]) {
        self.offset = offset
        self.call = Self.hash(of: call)
    }

    /// Reads the text of a cursor.
    ///
    /// - Returns: Nil when it is none, or of another call.
    init?(_ text: String, of call: [String]) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count <= 40, parts.count == 2, let offset = Int(parts[0]), offset > 0,
            UInt64(parts[1], radix: 16) == Self.hash(of: call)
        else { return nil }
        self.init(offset, of: call)
    }

    var text: String { "\(offset)-\(String(call, radix: 16))" }

    /// FNV-1a of 64 bits: the same in each process, for what need not resist an attack.
    static func hash(of parts: [String]) -> UInt64 {
        parts.reduce(0xcbf2_9ce4_8422_2325) { hash, part in
            (Array(part.utf8) + [0]).reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        }
    }
}

/// The elements of a list that one answer shows.
struct Page<Element> {
    let elements: [Element]
    /// The index of the first in the whole list.
    let start: Int
    /// The elements of the whole list.
    let total: Int

    /// Takes elements while they fit: at least one.
    ///
    /// - Parameters:
    ///   - all: The whole list. A lazy one makes only the elements that are looked at.
    ///   - start: The index of the first to take; none are taken from the end on.
    ///   - most: How many to take at most.
    ///   - room: In bytes, for what `size` measures.
    ///   - size: The bytes that an element takes.
    init(
        of all: some Collection<Element>, from start: Int, atMost most: Int,
        room: Int = AnswerLimits.pageBytes, size: (Element) -> Int
    ) {
        var taken: [Element] = []
        var left = room
        for element in all.dropFirst(start).prefix(most) {
            left -= size(element)
            guard left >= 0 || taken.isEmpty else { break }
            taken.append(element)
        }
        elements = taken
        (self.start, total) = (min(start, all.count), all.count)
    }

    /// The elements after the page.
    var left: Int { total - start - elements.count }

    /// Where the next page begins; nil after the last.
    var next: Int? { left > 0 ? start + elements.count : nil }

    /// The members of an answer that place the page in its list.
    ///
    /// - Parameter call: See `Cursor`.
    func members(of call: [String]) -> [String: JSONValue] {
        [
            "total": JSONValue(total), "start": JSONValue(start), "left": JSONValue(left),
            "nextCursor": JSONValue(next.map { Cursor($0, of: call).text }),
        ]
    }

    /// What is left out, in words; none for nothing.
    ///
    /// - Parameters:
    ///   - noun: Of the elements, in the plural.
    ///   - call: See `Cursor`.
    ///   - opening: What the note begins with.
    ///   - closing: What it ends with.
    func notes(
        _ noun: String, of call: [String], opening: String = "Shown: ", closing: String = "."
    ) -> [String] {
        guard let next else { return [] }
        let others = left == 1 ? "last" : "\(left) others"
        return [
            "\(opening)\(start + 1) to \(next) of \(total) \(noun); for the \(others), call again "
                + "with the same arguments and cursor '\(Cursor(next, of: call).text)'\(closing)"
        ]
    }

    /// The JSON Schema of `members(of:)`.
    static var schema: [String: JSONValue] {
        [
            "total": Schema.count("All elements of the list."),
            "start": Schema.count("The index of the first element shown, from 0."),
            "left": Schema.count("The elements after those shown."),
            "nextCursor": Schema.text(
                "For the next page, with the same arguments. Null on the last page.",
                isNullable: true),
        ]
    }
}
