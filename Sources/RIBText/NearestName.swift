// SPDX-License-Identifier: Apache-2.0

/// What a person may have meant by a word that is unknown.
package enum NearestName {
    /// Longer words are no slip of the finger, and comparing them would take long.
    private static let longest = 64

    /// The known word that takes the fewest changes of letters; of equals the first.
    package static func to(_ word: String, among known: [String]) -> String? {
        let letters = Array(word.lowercased().utf8.prefix(longest))
        func changes(to other: String) -> Int { distance(letters, Array(other.lowercased().utf8)) }
        return known.min { changes(to: $0) < changes(to: $1) }
    }

    /// How many letters are added, left out or changed from one word to the other (Levenshtein).
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
