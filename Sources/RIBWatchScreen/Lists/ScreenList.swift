// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText
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
enum ScreenList {
    case tree(TreeList)
    /// The events up to the moment that is shown, the newest last.
    case events(EventLog)
    case findings([SeenFinding])

    var count: Int {
        switch self {
        case .tree(let tree): tree.rows.count
        case .events(let log): log.numbers.count
        case .findings(let findings): findings.count
        }
    }

    func key(at index: Int) -> RowKey {
        switch self {
        case .tree(let tree): tree.key(at: index)
        case .events(let log): .event(log.first + index)
        case .findings(let findings): findings[index].key
        }
    }

    /// The index of a row; nil when it is not there any more.
    func index(of key: RowKey) -> Int? {
        switch self {
        case .tree(let tree): return tree.index(of: key)
        case .events(let log):
            guard case .event(let number) = key, log.numbers.contains(number) else { return nil }
            return number - log.first
        case .findings(let findings): return findings.firstIndex { $0.key == key }
        }
    }

    /// What a search looks through.
    func text(at index: Int) -> String {
        switch self {
        case .tree(let tree): return tree.text(at: index)
        case .events(let log):
            let event = log[log.first + index]
            return "\(event.kind.shortWords) \(event.type ?? "") \(event.ribPath ?? "")"
        case .findings(let findings):
            let finding = findings[index].finding
            return [finding.kind.title, finding.headline, finding.keeper ?? ""]
                .joined(separator: " ")
        }
    }
}

extension SeenFinding {
    var key: RowKey { .finding(process, finding.fingerprint.description) }
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
