// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBText

/// What a row of a list stands for. It stays the same while rows come and go around it.
package enum RowKey: Hashable, Sendable {
    case process(Int)
    /// A RIB, by its process and its serial id.
    case rib(Int, UInt64)
    /// An event, by its number.
    case event(Int)
    /// A finding, by its process and its fingerprint.
    case finding(Int, String)
}

/// Rows that a person moves through. Lines are made only of the rows that are seen.
protocol ScreenList {
    var count: Int { get }

    func key(at index: Int) -> RowKey

    /// The index of a row; nil when it is not there any more.
    func index(of key: RowKey) -> Int?

    /// What a search looks through.
    func text(at index: Int) -> String
}

/// What a person searches for.
package struct SearchQuery: Equatable, Sendable {
    /// As it was typed. An empty one finds nothing.
    package var text: String
    /// Whether it is still being typed.
    package var isOpen: Bool

    package init(_ text: String, isOpen: Bool = false) {
        self.text = text
        self.isOpen = isOpen
    }

    /// Whether a text has it, in capital or small letters.
    func matches(_ other: String) -> Bool {
        !text.isEmpty && other.lowercased().contains(text.lowercased())
    }

    /// A text in which the first place that matches stands out.
    func highlighted(_ other: String, _ style: TextStyle) -> TextLine {
        guard !text.isEmpty,
            let range = other.range(of: text, options: .caseInsensitive)
        else { return TextLine(other, style) }
        return TextLine(String(other[..<range.lowerBound]), style)
            + TextLine(String(other[range]), .inverse)
            + TextLine(String(other[range.upperBound...]), style)
    }
}
