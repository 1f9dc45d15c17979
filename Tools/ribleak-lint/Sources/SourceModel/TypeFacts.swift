// SPDX-License-Identifier: Apache-2.0

/// What one declaration of a type, or one extension, says.
package struct TypeFacts: Sendable {
    package enum Kind: Sendable { case `class`, `struct`, `enum`, `protocol`, actor, `extension` }

    package let kind: Kind
    /// The name without outer types.
    package let name: String
    /// The names of what it inherits and conforms to, without modules and generic arguments.
    package let inherited: [String]
    /// The text of the generic arguments of each inherited name that has some: `ProfilePresentable`
    /// for `PresentableInteractor<ProfilePresentable>`.
    package let arguments: [String: [String]]
    package let properties: [String: PropertyFacts]
    package let methods: [MethodFacts]
    /// The file that declares it.
    package let file: String
}

/// A property of a type.
package struct PropertyFacts: Sendable {
    package enum Ownership: Sendable { case strong, weak, unowned }

    package let name: String
    /// The type as written, without optionality and `any`; nil when it is only inferred.
    package let type: String?
    package let isOptional: Bool
    package let ownership: Ownership
    package let isVariable: Bool
    package let isStored: Bool
    package let isStatic: Bool
    package let isLazy: Bool
    /// Whether the type as written is a function.
    package let isClosure: Bool
}

/// A method, initializer or computed property of a type, and what its body does to the type's
/// properties.
package struct MethodFacts: Sendable {
    /// The name without arguments; `init` for an initializer, `deinit` for a deinitializer.
    package let name: String
    package let isOverride: Bool
    package let isStatic: Bool
    /// Methods and properties of `self` that the body names, outside of escaping closures and inside.
    package let uses: Set<String>
    /// Properties that the body empties: set to nil or to a new value, or sent `cancel()`,
    /// `dispose()`, `invalidate()`, `removeAll()` and the like; `self` for `removeObserver(self)`.
    package let clears: Set<String>
    /// The labels of parameters that the body keeps in a property of `self`.
    package let keeps: Set<String>
    /// The variables that the body passes to `detachChild` or one of its kin.
    package let detaches: Set<String>
    package let callsSuper: Bool
    /// The name of the type it returns, if written.
    package let returnType: String?
}
