// SPDX-License-Identifier: Apache-2.0

/// Gives each member of a double a name of its own, from which its counters and handlers are named.
///
/// Overloads get their labels and types appended until the name is free, as Mockolo does:
/// `update`, `updateArg`, `updateArgFloat`.
struct UniqueNames {
    private var taken: [(name: String, condition: String?)]

    /// Keeps the names of properties.
    init(besides properties: [PropertyRequirement]) {
        taken = properties.map { ($0.name, $0.traits.condition) }
    }

    /// A name for a function that no earlier member has.
    mutating func name(for function: FunctionRequirement) -> String {
        var name = function.name.filter { $0 != "`" }
        var parts = Self.parts(of: function)[...]
        var number = 0
        while isTaken(name, function.traits.condition) {
            if let part = parts.popFirst() {
                name += part
            } else {
                number += 1
                name += String(number)
            }
        }
        taken.append((name, function.traits.condition))
        return name
    }

    private func isTaken(_ name: String, _ condition: String?) -> Bool {
        taken.contains { $0.name == name && !Self.exclude($0.condition, condition) }
    }

    /// Whether two conditions of one `#if` never hold together.
    private static func exclude(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return false }
        return one.hasPrefix("!(\(other))") || other.hasPrefix("!(\(one))")
    }

    private static func parts(of function: FunctionRequirement) -> [String] {
        let lowercased = function.name.lowercased()
        var parts = function.parameters.compactMap { parameter -> String? in
            let word = (parameter.label ?? parameter.name).filter { $0 != "`" }
            // `remove(child:)` of `removeChild` says nothing new.
            guard word.count < 2 || !lowercased.hasSuffix(word.lowercased()) else { return nil }
            return word.capitalizedFirst
        }
        parts += function.generics.map {
            $0.name.capitalizedFirst + ($0.constraint?.displayName ?? "")
        }
        parts.append(
            function.whereClause.replacing("where ", with: "").filter { $0.isLetter || $0.isNumber }
        )
        parts += function.parameters.map(\.type.displayName)
        parts.append(String((function.result?.displayName ?? "").prefix(32)))
        if function.traits.isStatic { parts.append("static") }
        return parts.filter { !$0.isEmpty }
    }
}
