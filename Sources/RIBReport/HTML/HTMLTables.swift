// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBAnalysis
import RIBFindingText
import RIBText

/// The texts, frames and stacks of a page. Each is stored once, however often it is shown.
///
/// The rest of the page refers to them by their index.
struct HTMLTables {
    private var texts = Numbered<String>()
    /// A frame's function, its place in the project or -1, and its library or -1.
    private var frames = Numbered<[Int]>()
    /// For each stack, the number of frames at which the recorder's limit cut it off, or 0. Then
    /// its frames, innermost first.
    private var stacks = Numbered<[Int]>()

    /// The index of a text.
    mutating func text(_ text: String) -> Int { texts.number(of: text) }

    /// The index of a text, or -1 for none.
    mutating func text(_ optional: String?) -> Int { optional.map { text($0 as String) } ?? -1 }

    mutating func frame(_ frame: StackFrame) -> Int {
        frames.number(of: [text(frame.name), text(frame.placeText), text(frame.ownLibrary)])
    }

    /// The index of a stack; nil for a stack without frames.
    mutating func stack(_ stack: CallStack?) -> Int? {
        guard let stack, !stack.frames.isEmpty else { return nil }
        return stacks.number(of: [stack.cutOffAt ?? 0] + stack.frames.map { frame($0) })
    }

    /// The tables, after all else of a page was written. Invisible characters are made visible.
    var lists: [(id: String, values: [JSONValue])] {
        [
            ("texts", texts.all.map { .string(TerminalEscape.escaped($0)) }),
            ("frames", frames.all.map { JSONValue($0) }),
            ("stacks", stacks.all.map { JSONValue($0) }),
        ]
    }
}

/// Values that a document stores once each, in the order of their first use.
struct Numbered<Value: Hashable> {
    private(set) var all: [Value] = []
    private var numbers: [Value: Int] = [:]

    mutating func number(of value: Value) -> Int {
        if let number = numbers[value] { return number }
        numbers[value] = all.count
        all.append(value)
        return all.count - 1
    }
}

extension Collection {
    /// The first elements, and if there are more, one about so many others.
    package func cut(to most: Int, _ rest: (Int) -> Element) -> [Element] {
        prefix(most) + (count > most ? [rest(count - most)] : [])
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
