// SPDX-License-Identifier: Apache-2.0

/// What one declaration of a type, or one extension, says.
package struct TypeFacts: Sendable {
    package enum Kind: Sendable { case `class`, `struct`, `enum`, `protocol`, actor, `extension` }

    package let kind: Kind
    /// The name without outer types. In a table, `NameResolver` may have put a key in its place, as in
    /// all names of types below.
    package internal(set) var name: String
    /// The names of what it inherits and conforms to, without modules and generic arguments.
    package internal(set) var inherited: [String]
    /// The text of the generic arguments of each inherited name that has some: `ProfilePresentable`
    /// for `PresentableInteractor<ProfilePresentable>`.
    package internal(set) var arguments: [String: [String]]
    package internal(set) var properties: [String: PropertyFacts]
    package internal(set) var methods: [MethodFacts]
    /// Where it is declared.
    package let scope: NameScope
    /// Whether only its own file sees it.
    let isPrivate: Bool
    /// Whether an attribute such as `@objc` or `@main` may let others make it.
    let isExposed: Bool
    /// What the initial values of its properties name, and its subscripts; for the type without a name,
    /// all code outside of types.
    package var values: Set<String> = []
}

/// A property of a type.
package struct PropertyFacts: Sendable {
    package enum Ownership: Sendable { case strong, weak, unowned }

    package let name: String
    /// The type as written, without optionality and `any`; nil when it is only inferred.
    package internal(set) var type: String?
    /// The type of the elements of an array or the values of a dictionary, likewise.
    package internal(set) var elementType: String?
    package let isOptional: Bool
    package let ownership: Ownership
    package let isVariable: Bool
    package let isStored: Bool
    package let isStatic: Bool
    package let isLazy: Bool
    /// Whether only its own file gives it a value.
    package let isPrivate: Bool
    /// Whether an attribute such as `@Weak` may change what it holds.
    package let isWrapped: Bool
    /// Whether the type as written is a function.
    package let isClosure: Bool
    /// Whether its initial value is a new object.
    package let isMade: Bool

    /// Whether what it gets stays alive.
    package var keeps: Bool { isStored && ownership == .strong && !isWrapped }
}

/// A method, initializer or computed property of a type, and what its body does to the type's
/// properties.
package struct MethodFacts: Sendable {
    /// The name without arguments; `init` for an initializer, `deinit` for a deinitializer.
    package let name: String
    package let isOverride: Bool
    package let isStatic: Bool
    let isPrivate: Bool
    /// Whether an attribute such as `@objc` may let others call it.
    let isExposed: Bool
    /// False for a requirement of a protocol.
    package let hasBody: Bool
    package internal(set) var body: BodyFacts
    package internal(set) var parameters: [ParameterFacts]
    /// What keeps the parameters, or something that is made of them.
    package internal(set) var holds: [Hold]
    /// The name of the type it returns, if written.
    package internal(set) var returnType: String?

    /// The labels of the parameters that the body passes to `detachChild` or one of its kin.
    package var detachedLabels: Set<String> {
        Set(parameters.filter { body.detaches.contains($0.name) }.map(\.label))
    }
}

/// Where a child is from that a router attaches.
package struct Attachment: Hashable, Sendable {
    /// The properties that lead to its builder, or to itself.
    let path: [String]
    /// The method of the builder that makes it; nil for a child that was there before.
    let method: String?
    /// The variable that has it, and the property that keeps it.
    var variable: String?
    var keeper: String?
    /// Whether the same method attaches it, and not only keeps it.
    var isAttached = true
}

/// A property of another object that gets a value.
package struct ForeignAssignment: Hashable, Sendable {
    package let property: String
    /// The variable that has the object; nil for what has no name.
    let receiver: String?
    /// The type of that, if the method tells; nil for a property.
    var type: String?
    /// Whether the value is nil or an empty collection.
    let isEmpty: Bool
    /// The variable that has the value, and its type, likewise; `self` for the object itself.
    var value: String?
    var valueType: String?
    /// The method that gives it.
    var method = ""
}
