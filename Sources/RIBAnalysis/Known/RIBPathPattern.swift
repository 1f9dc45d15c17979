// SPDX-License-Identifier: Apache-2.0

/// A pattern for places in the tree of RIBs, such as `Root/LoggedIn/**`.
///
/// Components are compared literally. `*` stands for exactly one component, `**` for any number,
/// including none.
package struct RIBPathPattern: Equatable, CustomStringConvertible, Sendable {
    private enum Component: Equatable {
        case name(String)
        case one
        case any
    }

    /// Why a text is not a pattern.
    package struct Malformed: Error, Equatable {
        package let explanation: String
    }

    /// More components than any tree of RIBs is deep.
    private static let mostComponents = 256

    package let description: String
    private let components: [Component]

    package init(_ text: String) throws(Malformed) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= Self.mostComponents else {
            throw Malformed(explanation: "has more than \(Self.mostComponents) components")
        }
        var components: [Component] = []
        for part in parts {
            switch part {
            case "": throw Malformed(explanation: "has an empty component")
            case "*": components.append(.one)
            case "**": components.append(.any)
            default:
                guard !part.contains("*") else {
                    throw Malformed(
                        explanation: "has a * next to other letters: it means a whole component"
                    )
                }
                components.append(.name(String(part)))
            }
        }
        self.components = components
        description = text
    }

    /// Whether a RIB path, such as `Root/LoggedIn/OffGame`, matches.
    ///
    /// - Complexity: O(components of the path × components of the pattern), whatever they are.
    package func matches(_ path: String) -> Bool {
        WildcardMatch.matches(
            path.split(separator: "/"), components, isAny: { $0 == .any }, fits: Self.fits)
    }

    private static func fits(_ component: Component, _ name: Substring) -> Bool {
        switch component {
        case .name(let text): text == name
        case .one, .any: true
        }
    }
}
