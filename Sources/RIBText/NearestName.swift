// SPDX-License-Identifier: Apache-2.0

/// Suggests what a person may have meant by an unknown word.
package enum NearestName {
    /// The longest word to compare. Longer ones are not typing mistakes and would take long to
    /// compare.
    private static let longest = 64

    /// The known word that needs the fewest letter changes, or the first of several such words.
    package static func to(_ word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(longest))
        func changes(to other: String) -> Int { distance(letters, Array(other.lowercased().utf8)) }
        return known.min { changes(to: $0) < changes(to: $1) }
    }

    /// The number of letters added, removed or changed between two words (Levenshtein distance).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(changed, min(row[column], diagonal) + 1)
            }
        }
        return row[right.count]
    }
}
