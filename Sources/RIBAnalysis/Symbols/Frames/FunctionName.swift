// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A demangled function name, split into its parts. They tell whose code subscribed, and which
/// code only helps others, so that it is not to blame.
struct FunctionName {
    /// The type that declares it, without enclosing types and modules; nil for a free function.
    let type: String?
    /// The function's name without its arguments. For an accessor, the name of its property.
    let name: String
    /// True for a closure or a nested function, which may run later than the function around it.
    let isNested: Bool
    /// True for a getter, setter or other accessor of a property.
    let isAccessor: Bool
    /// True for a static member.
    let isStatic: Bool
    /// True for code that runs in an object that is fully made and not about to be freed.
    let isOfObject: Bool

    /// Types whose extensions work for any caller, as free functions do.
    private static let streams: Set = [
        "AnyCancellable", "AnyPublisher", "Cancellable", "Disposable", "Infallible",
        "InfallibleType", "Observable", "ObservableConvertibleType", "ObservableType",
        "PrimitiveSequence", "PrimitiveSequenceType", "Publisher", "SharedSequence",
        "SharedSequenceConvertibleType",
    ]

    /// True for a project's own way to subscribe, such as a `weakSink` on all publishers.
    var isOfStreams: Bool { type.map(Self.streams.contains) ?? false }

    /// The classes and protocols of RIBs, whose extensions work for any RIB.
    private static let bases: Set = [
        "Builder", "Component", "Interactor", "LaunchRouter", "PresentableInteractor", "Router",
        "Routing", "ViewableRouter", "ViewableRouting", "Worker", "Workflow",
    ]

    /// True for a project's own functions for all RIBs, such as the `attachChild` that tells of the
    /// RIBs of another package.
    var isOfEveryRIB: Bool { type.map(Self.bases.contains) ?? false }

    private static let accessors: Set = [
        "getter", "setter", "modify", "read", "willset", "didset", "unsafeMutableAddressor",
    ]

    private static let outsideObjects: Set = [
        "init", "__allocating_init", "deinit", "__deallocating_deinit",
        "__isolated_deallocating_deinit",
    ]

    /// - Parameter function: Such as `closure #1 in static Home.GameBuilder.build<A>(with:)`.
    init(_ function: String) {
        var rest = Substring(function)
        // `closure #1 in closure #2 in Type.method()`, `helper #1 () in Type.method()`
        let inside = rest.range(of: " in ", options: .backwards)
        if let inside { rest = rest[inside.upperBound...] }
        isNested = inside != nil
        // `static Type.method`, `variable initialization expression of Type.property`
        let words = Self.withoutArguments(rest).split(separator: " ")
        isStatic = words.dropLast().contains("static")
        var path = (words.last ?? "").split(separator: ".").map(String.init)
        isAccessor = !rest.contains("(") && Self.accessors.contains(path.last ?? "")
        if isAccessor { path.removeLast() }
        name = path.last ?? ""
        type = path.count > 1 ? path[path.count - 2] : nil
        isOfObject =
            type != nil && !isStatic && !Self.outsideObjects.contains(name)
            && !rest.contains("initialization expression of ")
    }

    /// The part before a function's parameters, without generic arguments.
    private static func withoutArguments(_ name: Substring) -> String {
        var depth = 0
        var result = ""
        for character in name {
            switch character {
            case "<": depth += 1
            case ">": depth -= 1
            case "(" where depth == 0: return result
            case _ where depth == 0: result.append(character)
            default: break
            }
        }
        return result
    }
}
