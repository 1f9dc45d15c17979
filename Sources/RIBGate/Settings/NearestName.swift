// SPDX-License-Identifier: Apache-2.0

extension [String] {
    /// The longest word to compare. Longer ones are not typing mistakes and would take long to
    /// compare.
    private static var longest: Int { 64 }
    /// How many letters a part of a word must have to stand for it.
    private static var shortestPart: Int { 3 }

    /// What a person may have meant by an unknown word: the one of these that needs the fewest
    /// changes of letters, or the first of several such words.
    ///
    /// - Returns: Nil when more than a third of the letters, or more than one of a short word,
    ///   would have to change, and the word is neither the beginning of a known one nor a part, as
    ///   `path` is of `rib-path`.
    package func nearest(to word: String) -> String? {
        let letters = [UInt8](word.lowercased().utf8.prefix(Self.longest + 1))
        guard letters.count <= Self.longest else { return nil }
        func needed(for other: String) -> Int {
            changes(from: letters, to: [UInt8](other.lowercased().utf8))
        }
        let near = map { (name: $0, changes: needed(for: $0)) }
            .min { $0.changes < $1.changes }
        if let near, near.changes <= Swift.max(1, letters.count / 3) { return near.name }
        guard letters.count >= Self.shortestPart else { return nil }
        return first { name in
            let name = name.lowercased()
            return name.utf8.starts(with: letters)
                || name.split(separator: "-").contains { $0.utf8.elementsEqual(letters) }
        }
    }
}

/// The number of letters added, removed, changed or swapped with the next one between two words
/// (optimal string alignment distance).
private func changes(from left: [UInt8], to right: [UInt8]) -> Int {
    var before = [Int](repeating: 0, count: right.count + 1)
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
        var next = [index + 1]
        for (column, other) in right.enumerated() {
            let changed = row[column] + (letter == other ? 0 : 1)
            var least = min(changed, min(row[column + 1], next[column]) + 1)
            if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                least = min(least, before[column - 1] + 1)
            }
            next.append(least)
        }
        (before, row) = (row, next)
    }
    return row[right.count]
}
