// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBFindingText
import RIBText

/// What a row of a list stands for. It stays the same while rows come and go around it.
enum RowKey: Hashable, Sendable {
    case process(Int)
    /// A RIB, by its process and its serial id.
    case rib(Int, UInt64)
    /// An event, by its number.
    case event(Int)
    /// A finding, by its process and its fingerprint.
    case finding(Int, String)
}

/// Rows that a person moves through. Their texts are made only when they are looked at.
struct ScreenList {
    let keys: [RowKey]
    /// How many of them, the last ones, are detached RIBs and what is below those.
    var detachedCount = 0
    /// What a search looks through.
    let text: (Int) -> String

    init(_ tree: TreeList) {
        (keys, text, detachedCount) = (tree.keys, tree.text, tree.detachedCount)
    }

    /// The events up to the moment that is shown, the newest last.
    init(_ log: EventLog) {
        keys = log.numbers.map(RowKey.event)
        text = { index in
            let event = log[log.first + index]
            return "\(event.kind.shortWords) \(event.type ?? "") \(event.ribPath ?? "")"
        }
    }

    init(_ findings: [SeenFinding]) {
        keys = findings.map(\.key)
        text = { index in
            let finding = findings[index].finding
            return "\(finding.kind.title) \(finding.headline) \(finding.keeper ?? "")"
        }
    }
}

extension SeenFinding {
    var key: RowKey { .finding(process, finding.fingerprint.description) }
}

/// What a person searches for.
struct SearchQuery: Equatable, Sendable {
    /// As it was typed. An empty one finds nothing.
    var text = ""
    /// Whether it is still being typed.
    var isOpen = false

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
