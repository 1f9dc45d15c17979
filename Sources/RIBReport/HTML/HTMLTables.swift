// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

/// The texts, frames and stacks of a page. Each is stored once, however often it is shown.
///
/// The rest of the page refers to them by their index.
struct HTMLTables {
    /// A frame's function, its place in the project or -1, and its library or -1.
    typealias Frame = [Int]

    private(set) var texts: [String] = []
    private(set) var frames: [Frame] = []
    /// For each stack, the number of frames at which the recorder's limit cut it off, or 0. Then
    /// its frames, innermost first.
    private(set) var stacks: [[Int]] = []
    private var textNumbers: [String: Int] = [:]
    private var frameNumbers: [Frame: Int] = [:]
    private var stackNumbers: [[Int]: Int] = [:]

    /// The index of a text, after its invisible characters are made visible.
    mutating func text(_ text: String) -> Int {
        if let number = textNumbers[text] { return number }
        texts.append(TerminalEscape.escaped(text))
        textNumbers[text] = texts.count - 1
        return texts.count - 1
    }

    /// The index of a text, or -1 for none.
    mutating func text(_ optional: String?) -> Int { optional.map { text($0 as String) } ?? -1 }

    mutating func frame(_ frame: StackFrame) -> Int {
        let entry = [
            text(frame.name), text(frame.placeText),
            text(frame.ownLibrary),
        ]
        return Self.number(of: entry, in: &frames, &frameNumbers)
    }

    /// The index of a stack; nil for a stack without frames.
    mutating func stack(_ stack: CallStack?) -> Int? {
        guard let stack, !stack.frames.isEmpty else { return nil }
        let entry = [stack.cutOffAt ?? 0] + stack.frames.map { frame($0) }
        return Self.number(of: entry, in: &stacks, &stackNumbers)
    }

    /// The tables, after all else of a page was written.
    var blocks: [(id: String, json: String)] {
        [
            ("texts", JSONText.inPage(lines: texts)), ("frames", JSONText.inPage(lines: frames)),
            ("stacks", JSONText.inPage(lines: stacks)),
        ]
    }

    private static func number(
        of entry: [Int], in list: inout [[Int]], _ numbers: inout [[Int]: Int]
    ) -> Int {
        if let number = numbers[entry] { return number }
        list.append(entry)
        numbers[entry] = list.count - 1
        return list.count - 1
    }
}

extension Array {
    /// The elements that a page has room for, in their order. If there are too many, those of lower
    /// ranks are kept, and the first ones of a rank.
    func kept(atMost most: Int, by rank: (Element) -> Int) -> [Element] {
        guard count > most else { return self }
        let ranked = indices.sorted { (rank(self[$0]), $0) < (rank(self[$1]), $1) }
        return ranked.prefix(most).sorted().map { self[$0] }
    }
}
