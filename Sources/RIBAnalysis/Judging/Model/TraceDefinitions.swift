// SPDX-License-Identifier: Apache-2.0

import RIBTrace

/// Resolves the numbers in a trace: texts, images, stacks, superclasses and tests.
struct TraceDefinitions {
    private(set) var images: [ImageID: ImageDefinition] = [:]
    private(set) var stacks: [StackID: StackDefinition] = [:]
    private var strings: [StringID: String] = [:]
    private var supertypes: [StringID: StringID] = [:]
    private var scopeNames: [ScopeID: StringID] = [:]

    /// Reads the next definition.
    mutating func define(_ event: TraceEvent) {
        switch event {
        case .stringDefined(let id, let text): strings[id] = text
        case .imageDefined(let image): images[image.id] = image
        case .stackDefined(let id, let stack): stacks[id] = stack
        default: break  // no definition
        }
    }

    /// - Parameter event: A `supertypeDefined`.
    mutating func noteSupertype(_ event: PackedEvent) {
        supertypes[StringID(short: event.subtype)] = StringID(short: event.supertype)
    }

    /// - Parameter event: A `scopeBegan`.
    mutating func noteScope(_ event: PackedEvent) {
        scopeNames[ScopeID(short: event.scope)] = StringID(short: event.name)
    }

    /// How many texts there are.
    var textCount: Int { strings.count }

    func text(_ id: StringID) -> String { strings[id] ?? "?" }

    /// The text of an id; empty for none.
    func textIfAny(_ id: StringID) -> String { id.isNone ? "" : text(id) }

    /// The name of a test, or nil for none.
    func name(of scope: ScopeID) -> String? { scopeNames[scope].map(text) }

    /// A class and its superclasses.
    func inheritance(of type: StringID) -> [String] {
        var names: [String] = []
        var next: StringID? = type
        while let type = next, names.count < Self.longestInheritance {
            names.append(text(type))
            next = supertypes[type]
        }
        return names
    }

    /// A longer chain would mean a damaged trace.
    private static let longestInheritance = 32

    /// A stack with addresses relative to their images; empty when there is none.
    func recordedStack(_ id: StackID?) -> RecordedStack {
        guard let stack = id.flatMap({ stacks[$0] }) else { return RecordedStack() }
        return RecordedStack(
            addresses: stack.frames.map { ImageAddress($0, in: images) },
            isTruncated: stack.isTruncated)
    }
}
