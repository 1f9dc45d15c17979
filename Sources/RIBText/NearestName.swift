// SPDX-License-Identifier: Apache-2.0

/// Suggests what a person may have meant by an unknown word.
package enum NearestName {
    /// The longest word to compare. Longer ones are not typing mistakes and would take long to
    /// compare.
    private static let longest = 64
    /// How many letters a part of a word must have to stand for it.
    private static let shortestPart = 3

    /// The known word that needs the fewest changes of letters, or the first of several such words.
    ///
    /// - Returns: Nil when more than a third of the letters, or more than one of a short word,
    ///   would have to change, and the word is neither the beginning of a known one nor a part, as
    ///   `path` is of `rib-path`.
    package static func to(_ word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(longest + 1))
        guard letters.count <= longest else { return nil }
        func changes(to other: String) -> Int { distance(letters, Array(other.lowercased().utf8)) }
        let near = known.map { (name: $0, changes: changes(to: $0)) }
            .min { $0.changes < $1.changes }
        if let near, near.changes <= max(1, letters.count / 3) { return near.name }
        guard letters.count >= shortestPart else { return nil }
        return known.first { name in
            let name = name.lowercased()
            return name.utf8.starts(with: letters)
                || name.split(separator: "-").contains { $0.utf8.elementsEqual(letters) }
        }
    }

    /// The number of letters added, removed, changed or swapped with the next one between two words
    /// (optimal string alignment distance).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
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
}
