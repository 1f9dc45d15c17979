// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The properties of a double.
extension ClassWriter {
    /// Writes a property with what counts its changes.
    mutating func write(_ property: PropertyRequirement) {
        if !property.effects.isNone {
            writeHandled(property)
        } else if let followed = publisher(property) {
            line(followed)
        } else if let stream = stream(of: property) {
            write(property, as: stream)
        } else {
            writeStored(property)
        }
    }

    // MARK: - Stored

    private mutating func writeStored(_ property: PropertyRequirement) {
        let (traits, name, type) = (property.traits, property.name, property.type)
        let counting =
            property.isSettable ? count(property.plainName + "SetCallCount", for: traits) : nil
        let value = defaults.value(of: type)
        let observer = counting.map { " { didSet { \($0) } }" } ?? ""
        let wrapper = followed[name].map { $0.wrapper + " " } ?? ""
        if isLocked(traits) {
            let stored = keep(
                property.plainName, value == nil ? type.optionalSpelling : type.plainSpelling,
                value ?? "nil", for: traits)
            writeComputed(property, stored, isOptional: value == nil, counting)
        } else if let value {
            writeAttributes(traits)
            line(
                "\(wrapper)\(memberPrefix(traits))\(isWeak(property) ? "weak " : "")var \(name): "
                    + "\(type.spelling) = \(value)\(observer)")
        } else {
            let stored = "_" + property.plainName
            line("\(wrapper)private var \(stored): \(type.optionalSpelling)\(observer)")
            writeComputed(property, stored, isOptional: true, nil)
        }
    }

    private mutating func writeComputed(
        _ property: PropertyRequirement, _ stored: String, isOptional: Bool, _ counting: String?
    ) {
        writeAttributes(property.traits)
        block("\(memberPrefix(property.traits))var \(property.name): \(property.type.spelling)") {
            if isOptional {
                $0.block("get") {
                    $0.block("guard let value = \(stored) else") {
                        $0.stop(without: property.plainName)
                    }
                    $0.line("return value")
                }
            } else {
                $0.line("get { \(stored) }")
            }
            $0.line("set { \(stored) = newValue\(counting.map { "; " + $0 } ?? "") }")
        }
    }

    /// Listeners and routers point up the tree: no part keeps them alive, and no double may.
    private func isWeak(_ property: PropertyRequirement) -> Bool {
        if let said = property.traits.mark?[.modifiers, property.name],
            ["weak", "strong"].contains(said)
        {
            return said == "weak"
        }
        let name = property.name.lowercased()
        return ["listener", "delegate", "router"].contains(where: name.hasSuffix)
            && property.type.wrapped != nil && isOfObjects(property.type)
    }

    // MARK: - With effects

    /// A property that is read with `await` or `try` asks a handler.
    private mutating func writeHandled(_ property: PropertyRequirement) {
        let handler = property.plainName + "Handler"
        let (effects, type) = (property.effects, property.type.spelling)
        let isSendable = plan.isSendable ? "@Sendable " : ""
        declare(
            handler, "(\(isSendable)()\(effects.spelling) -> \(type))?", "nil", for: property.traits
        )
        writeAttributes(property.traits)
        block("\(memberPrefix(property.traits))var \(property.name): \(type)") {
            $0.block("get" + effects.spelling) {
                $0.ask(handler, "\(effects.callMarks)\(handler)()", for: property.type)
            }
        }
    }

    // MARK: - Published

    /// A publisher that follows another property: `combine: xPublisher = @Published x`.
    private func publisher(_ property: PropertyRequirement) -> String? {
        guard let name = Self.followed(by: property)?.name,
            let source = followed[name], let types = property.type.named,
            types.name == "AnyPublisher", types.arguments.count == 2
        else { return nil }
        let map =
            switch (source.isOptional, types.arguments[0].wrapped != nil) {
            case (true, false): ".compactMap { $0 }"
            case (false, true): ".map { $0 }"
            default: ""
            }
        return "\(memberPrefix(property.traits))var \(property.name): "
            + "\(property.type.spelling) { $\(source.storage)\(map)"
            + ".setFailureType(to: \(types.arguments[1].spelling).self).eraseToAnyPublisher() }"
    }

    /// The properties that publishers follow by their protocol's mark, by name.
    var followedProperties: [String: Followed] {
        let properties = plan.requirements.properties
        var all: [String: Followed] = [:]
        for publisher in properties {
            guard let source = Self.followed(by: publisher),
                let followed = properties.first(where: { $0.name == source.name }),
                !isLocked(followed.traits), followed.effects.isNone
            else { continue }
            let hasValue = defaults.value(of: followed.type) != nil
            all[source.name] = (
                source.wrapper, hasValue ? source.name : "_" + followed.plainName,
                !hasValue || followed.type.wrapped != nil
            )
        }
        return all
    }

    /// The wrapper and the name of the property that a publisher follows.
    static func followed(by publisher: PropertyRequirement) -> (wrapper: String, name: String)? {
        let words = publisher.traits.mark?[.combine, publisher.name]?.split(separator: " ") ?? []
        guard words.count == 2, words[0].hasPrefix("@") else { return nil }
        return (String(words[0]), String(words[1]))
    }
}
