// SPDX-License-Identifier: Apache-2.0

import SwiftParser

/// The name of a RIB, such as `LoggedIn`, from which the names of its types are made.
package struct RIBName: Equatable, Sendable {
    package let text: String
    /// The name of a variable, such as `loggedIn`.
    let variable: String

    /// The name of the property in which a parent keeps the RIB. Unlike `variable`, it is no keyword.
    var property: String {
        let isFree =
            variable.isValidSwiftIdentifier(for: .variableName) && !Self.members.contains(variable)
        return isFree ? variable : "\(variable)Router"
    }

    /// Takes a name as it is, for a template's placeholder.
    init(unchecked text: String, variable: String) {
        (self.text, self.variable) = (text, variable)
    }

    /// Checks a name.
    ///
    /// - Parameters:
    ///   - text: What was given.
    ///   - place: Where, such as `--parent`.
    /// - Throws: `NewError` when it cannot begin the names of a RIB's types.
    package init(_ text: String, at place: String) throws(NewError) {
        func refused(_ what: String) -> NewError { .arguments("\(place): \(what)") }
        let advice = "use letters and digits, such as 'Profile'"
        guard let first = text.first else { throw refused("the name is empty; \(advice)") }
        guard text.count <= Self.longest else {
            throw refused("the name has more than \(Self.longest) characters; shorten it")
        }
        guard text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), first.isLetter else {
            throw refused("'\(text)' is not a name for a Swift type; \(advice)")
        }
        // Scripts such as Japanese have no capital letters, and Swift needs none.
        let capitalized = text.prefix(1).uppercased() + text.dropFirst()
        guard capitalized == text else {
            throw refused("'\(text)' begins with a small letter; did you mean '\(capitalized)'?")
        }
        if let part = Self.parts.first(where: text.hasSuffix) {
            let rest = String(text.dropLast(part.count))
            guard !rest.isEmpty else {
                throw refused("'\(text)' names a part that each RIB has; name the RIB")
            }
            throw refused(
                "'\(text)' has the name of a part, which is added; did you mean '\(rest)'?")
        }
        guard !Self.taken.contains(text) else {
            throw refused("'\(text)' would hide a type of RIBs itself; choose another name")
        }
        self.text = text
        variable = text.withSmallBeginning
    }

    private static let longest = 100

    /// What the types of a RIB end with, longest first where one ends with another.
    static let parts = [
        "ViewControllable", "ViewController", "PresentableListener", "ActionableItem",
        "Interactable", "Interactor", "Presentable", "Presenter", "Dependency", "Component",
        "Buildable", "Builder", "Listener", "Workflow", "Worker", "Routing", "Router", "RIB", "Rib",
    ]

    /// Names with which a type would be called as one of RIBs.
    private static let taken: Set = [
        "Componentized", "Empty", "Launch", "MultiStageComponentized", "Plain", "Presentable",
        "SimpleComponentized", "SimpleMultiStageComponentized", "Viewable",
    ]

    /// Members of each router.
    private static let members: Set = ["children", "interactor", "lifecycle", "interactable"]
}

extension String {

    /// `loggedIn` for `LoggedIn`, `urlViewer` for `URLViewer`, `id` for `ID`.
    fileprivate var withSmallBeginning: String {
        let capitals = prefix { $0.isUppercase }
        guard capitals.count > 1, capitals.count < count, self[capitals.endIndex].isLowercase else {
            return capitals.lowercased() + self[capitals.endIndex...]
        }
        return capitals.dropLast().lowercased() + self[index(before: capitals.endIndex)...]
    }
}
