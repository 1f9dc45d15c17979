// SPDX-License-Identifier: Apache-2.0

/// What a value keeps alive, as far as the code says that makes it.
package indirect enum Held: Hashable, Sendable {
    /// The object whose code it is: `self`, a method of it, or a closure that holds it.
    case owner
    /// The object whose code it is, not kept and yet needed: a closure that takes it `unowned`.
    case unowned
    /// A parameter, by its name.
    case parameter(String)
    /// A property or method of the object, or a name outside of it.
    case member(String)
    /// A variable whose value says no more, such as what a builder returns.
    case variable(String)
    /// A new object of a type, with what it gets.
    case made(String, [HeldArgument])
    /// The object of a variable, with what it is.
    case object(String, Held)
    /// What a member of a type makes of what it gets: the payload, if the type is an enumeration.
    case from(String, [HeldArgument])
    /// All of these: a tuple, a collection, the payload of a case, what a closure captures.
    case group([Held])

    static let nothing = Held.group([])

    /// Both.
    func and(_ other: Held) -> Held {
        if self == other || other == .nothing { return self }
        return self == .nothing ? other : .group([self, other])
    }

    /// The same with other names of types.
    func renamed(_ name: (String) -> String) -> Held {
        switch self {
        case .owner, .unowned, .parameter, .member, .variable: self
        case .made(let type, let arguments): .made(name(type), arguments.map { $0.renamed(name) })
        case .object(let variable, let held): .object(variable, held.renamed(name))
        case .from(let type, let arguments): .from(name(type), arguments.map { $0.renamed(name) })
        case .group(let all): .group(all.map { $0.renamed(name) })
        }
    }
}

/// What a new object, or a method, gets.
package struct HeldArgument: Hashable, Sendable {
    /// The label; nil for a trailing closure without one.
    package let label: String?
    /// Whether a property of the name gets it after the object was made.
    package private(set) var isSet = false
    package let value: Held

    fileprivate func renamed(_ name: (String) -> String) -> HeldArgument {
        HeldArgument(label: label, isSet: isSet, value: value.renamed(name))
    }
}

/// Code that lets something keep a value: an edge of the ownership graph.
package struct Hold: Hashable, Sendable {
    /// What begins the way to the keeper.
    package enum Start: Hashable, Sendable {
        /// `self`, or a name outside of it.
        case owner
        case parameter(String, type: String?)
        case variable(String, type: String?)
        /// A type, for what belongs to the type itself: `Center` in `Center.shared.add(self)`.
        case type(String)
    }

    /// How the value comes to its keeper.
    package enum Way: Hashable, Sendable {
        /// The last name of the way gets it.
        case assigned
        /// A collection, or a subject that repeats its value, gets it as an element.
        case inserted
        /// A method gets it, as one of its arguments.
        case passed(to: String, argument: Int)
    }

    package let start: Start
    /// The names from there on: `service` and `onChange` for `service.onChange = { … }`.
    package let names: [String]
    package let way: Way
    package let value: Held
    /// The labels of all arguments of the method that gets the value; nil for a trailing closure.
    package let labels: [String?]

    /// The same with other names of types.
    func renamed(_ name: (String) -> String) -> Hold {
        let start: Start =
            switch self.start {
            case .owner: .owner
            case .parameter(let variable, let type): .parameter(variable, type: type.map(name))
            case .variable(let variable, let type): .variable(variable, type: type.map(name))
            case .type(let type): .type(name(type))
            }
        return Hold(
            start: start, names: names, way: way, value: value.renamed(name), labels: labels)
    }
}

/// A parameter of a method.
package struct ParameterFacts: Hashable, Sendable {
    package let label: String
    package let name: String
    /// The type's name; nil for one that has none, such as a function.
    package internal(set) var type: String?
    package let isClosure: Bool
}
