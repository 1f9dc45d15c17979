// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Writes the properties of a double.
struct PropertyWriter {
    let style: DoubleStyle
    let className: String
    let defaults: DefaultValues
    /// Whether a weak reference can hold a type's values.
    let isOfObjects: (TypeSyntax) -> Bool
    /// Properties that a publisher of the double follows, by name.
    let published: [String: PublishedProperty]

    /// Writes a property with what counts its changes.
    func write(_ property: PropertyRequirement, in code: inout CodeText) {
        let stream = StreamText(property, style: style, defaults: defaults)
        if !property.effects.isNone {
            writeHandled(property, &code)
        } else if let followed = published(for: property) {
            code.line(followed)
        } else if let stream {
            stream.write(in: &code)
        } else {
            writeStored(property, &code)
        }
    }

    // MARK: - Stored

    private func writeStored(_ property: PropertyRequirement, _ code: inout CodeText) {
        let traits = property.traits
        let name = property.name
        let type = property.type.spelling
        let counter = counter(of: property, &code)
        let value = value(of: property)
        let wrapper = published[name].map { $0.wrapper + " " } ?? ""
        let prefix = style.memberPrefix(traits)
        if style.isLocked(traits) {
            let isStatic = traits.isStatic ? "static " : ""
            let stored = value == nil ? property.type.optionalSpelling : plain(property.type)
            code.line(
                "private \(isStatic)let \(Self.plainName(name))Box = "
                    + "\(DoubleStyle.box)<\(stored)>(\(value ?? "nil"))")
            writeComputed(
                property, stored: Self.plainName(name) + "Box.value", isOptional: value == nil,
                counter, &code)
        } else if let value {
            for attribute in traits.attributes { code.line(attribute) }
            let isWeak = isWeak(property) ? "weak " : ""
            let observer = counter.map { " { didSet { \($0) } }" } ?? ""
            code.line(
                "\(wrapper)\(prefix)\(isWeak)var \(name): \(type) = \(value)\(observer)")
        } else {
            let stored = Self.storage(of: name)
            let observer = counter.map { " { didSet { \($0) } }" } ?? ""
            code.line(
                "\(wrapper)private var \(stored): \(property.type.optionalSpelling)\(observer)")
            writeComputed(property, stored: stored, isOptional: true, nil, &code)
        }
    }

    private func writeComputed(
        _ property: PropertyRequirement, stored: String, isOptional: Bool, _ counter: String?,
        _ code: inout CodeText
    ) {
        for attribute in property.traits.attributes { code.line(attribute) }
        let prefix = style.memberPrefix(property.traits)
        code.block("\(prefix)var \(property.name): \(property.type.spelling)") {
            if isOptional {
                $0.block("get") {
                    $0.block("guard let value = \(stored) else") {
                        $0.line(
                            "fatalError(\"\(className): set \(Self.plainName(property.name)), "
                                + "as there is no value to return without it\")")
                    }
                    $0.line("return value")
                }
            } else {
                $0.line("get { \(stored) }")
            }
            let count = counter.map { "; " + $0 } ?? ""
            $0.line("set { \(stored) = newValue\(count) }")
        }
    }

    /// Declares the counter of a property's changes.
    ///
    /// - Returns: The statement that counts; nothing for a property that the protocol cannot set.
    private func counter(of property: PropertyRequirement, _ code: inout CodeText) -> String? {
        guard property.isSettable else { return nil }
        let name = Self.plainName(property.name) + "SetCallCount"
        style.declare(name, "Int", "0", of: property.traits, isReadOnly: true, in: &code)
        return style.change(name, " += 1", of: property.traits)
    }

    /// Listeners and routers point up the tree: no part keeps them alive, and no double may.
    private func isWeak(_ property: PropertyRequirement) -> Bool {
        switch property.traits.mark?[.modifiers, property.name] {
        case "weak": return true
        case "strong": return false
        default: break
        }
        let name = property.name.lowercased()
        return ["listener", "delegate", "router"].contains(where: name.hasSuffix)
            && property.type.wrapped != nil && isOfObjects(property.type)
    }

    private func value(of property: PropertyRequirement) -> String? {
        defaults.value(of: property.type)
    }

    private func plain(_ type: TypeSyntax) -> String {
        type.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
            ? type.wrapped?.optionalSpelling ?? type.spelling : type.spelling
    }

    // MARK: - With effects

    /// A property that is read with `await` or `try` asks a handler.
    private func writeHandled(_ property: PropertyRequirement, _ code: inout CodeText) {
        let handler = Self.plainName(property.name) + "Handler"
        let effects = property.effects
        let isSendable = style.isSendable ? "@Sendable " : ""
        style.declare(
            handler, "(\(isSendable)()\(effects.spelling) -> \(property.type.spelling))?", "nil",
            of: property.traits, in: &code)
        for attribute in property.traits.attributes { code.line(attribute) }
        let prefix = style.memberPrefix(property.traits)
        code.block("\(prefix)var \(property.name): \(property.type.spelling)") {
            $0.block("get" + effects.spelling) {
                $0.block("if let \(handler) = \(handler)") {
                    $0.line("return \(effects.callMarks)\(handler)()")
                }
                if let value = value(of: property) {
                    $0.line("return " + value)
                } else {
                    $0.line(
                        "fatalError(\"\(className): set \(handler), "
                            + "as there is no value to return without it\")")
                }
            }
        }
    }

    // MARK: - Published

    /// A publisher that follows another property: `combine: xPublisher = @Published x`.
    private func published(for property: PropertyRequirement) -> String? {
        guard let name = PublishedProperty.source(of: property)?.name,
            let source = published[name], let types = property.type.named,
            types.name == "AnyPublisher",
            types.arguments.count == 2
        else { return nil }
        let map =
            switch (source.isOptional, types.arguments[0].wrapped != nil) {
            case (true, false): ".compactMap { $0 }"
            case (false, true): ".map { $0 }"
            default: ""
            }
        return "\(style.memberPrefix(property.traits))var \(property.name): "
            + "\(property.type.spelling) { $\(source.storage)\(map)"
            + ".setFailureType(to: \(types.arguments[1].spelling).self).eraseToAnyPublisher() }"
    }

    // MARK: - Names

    /// A name without the backticks of a keyword.
    static func plainName(_ name: String) -> String { name.filter { $0 != "`" } }

    /// The variable behind a property that has no value at first.
    static func storage(of name: String) -> String { "_" + plainName(name) }
}

/// A property that a publisher of the same double follows.
struct PublishedProperty {
    /// The property wrapper, such as `@Published`.
    let wrapper: String
    /// The variable that has the wrapper.
    let storage: String
    let isOptional: Bool

    /// The properties of a double that publishers follow by its protocol's mark, by name.
    static func all(
        in properties: [PropertyRequirement], style: DoubleStyle, defaults: DefaultValues
    ) -> [String: PublishedProperty] {
        var all: [String: PublishedProperty] = [:]
        for publisher in properties {
            guard let source = source(of: publisher),
                let followed = properties.first(where: { $0.name == source.name }),
                !style.isLocked(followed.traits), followed.effects.isNone
            else { continue }
            let hasValue = defaults.value(of: followed.type) != nil
            all[source.name] = PublishedProperty(
                wrapper: source.wrapper,
                storage: hasValue ? source.name : PropertyWriter.storage(of: source.name),
                isOptional: !hasValue || followed.type.wrapped != nil)
        }
        return all
    }

    /// The wrapper and the name of the property that a publisher follows.
    static func source(of publisher: PropertyRequirement) -> (wrapper: String, name: String)? {
        let words = publisher.traits.mark?[.combine, publisher.name]?.split(separator: " ") ?? []
        guard words.count == 2, words[0].hasPrefix("@") else { return nil }
        return (String(words[0]), String(words[1]))
    }
}
