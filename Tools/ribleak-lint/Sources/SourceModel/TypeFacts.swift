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
    /// The types that the code of the file names; only the first type of a file has them.
    var named: Set<String> = []
}

/// A property of a type.
package struct PropertyFacts: Sendable {
    package enum Ownership: Sendable { case strong, weak, unowned }

    package let name: String
    /// The type as written, without optionality and `any`; nil when it is only inferred.
    package internal(set) var type: String?
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
}

/// A method, initializer or computed property of a type, and what its body does to the type's
/// properties.
package struct MethodFacts: Sendable {
    /// The name without arguments; `init` for an initializer, `deinit` for a deinitializer.
    package let name: String
    package let isOverride: Bool
    package let isStatic: Bool
    let isPrivate: Bool
    /// False for a requirement of a protocol.
    package let hasBody: Bool
    /// Methods and properties of `self` that the body names, outside of escaping closures and inside.
    package let uses: Set<String>
    /// Those that it names outside of closures, which may run later.
    package let usesAtOnce: Set<String>
    /// Those among them that the body passes, returns, stores or captures, and not only sends messages.
    package let handsOut: Set<String>
    /// The variables that the body starts, as workers are: `x` for `x.start(interactor)`, and nothing
    /// for what has no name.
    package let starts: Set<String>
    /// The methods of other objects that the body calls.
    package let sends: Set<String>
    /// Those among them that closures call.
    package let sendsLater: Set<String>
    /// Properties that the body empties: set to nil or to a new value, or sent `cancel()`,
    /// `dispose()`, `invalidate()`, `removeAll()` and the like.
    package let clears: Set<String>
    /// Those among them that hold nothing afterwards, and not only something that has ended.
    package let empties: Set<String>
    /// Those among them that the body does nothing else with.
    package let justEmpties: Set<String>
    /// Properties that the body takes something out of.
    package let removes: Set<String>
    package internal(set) var parameters: [ParameterFacts]
    /// What keeps the parameters, or something that is made of them.
    package internal(set) var holds: [Hold]
    /// The variables that the body passes to `detachChild` or one of its kin.
    package let detaches: Set<String>
    /// The labels of the parameters among them.
    package let detachedLabels: Set<String>
    /// The variables that the body passes to `attachChild` or one of its kin, and the properties that
    /// get the same.
    package let attaches: Set<String>
    /// Where the children are from that the body attaches.
    package let attachments: Set<Attachment>
    /// Properties of other objects that the body gives a value.
    package internal(set) var assignsElsewhere: Set<ForeignAssignment>
    /// Properties that the body replaces by another value while they are nil: `child ?? build()`.
    package let replacesNil: Set<String>
    /// Properties that the body gives a value, or takes elements out of.
    package let assigns: Set<String>
    /// The methods of the superclass that the body calls.
    package let superCalls: Set<String>
    /// The name of the type it returns, if written.
    package internal(set) var returnType: String?
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
    /// The method that gives it.
    var method = ""
}
