// SPDX-License-Identifier: Apache-2.0

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

/// A list of notes, of which an answer shows the first.
enum Notes {
    /// The first notes as they are shown, and how many are left out.
    static func shown(_ notes: [String]) -> [String] {
        let left = notes.count - AnswerLimits.notes
        return notes.prefix(AnswerLimits.notes).map {
            InertText.line($0, atMost: AnswerLimits.noteLength)
        } + (left > 0 ? ["… \(left) more"] : [])
    }
}
