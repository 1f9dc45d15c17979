// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

/// The public names of the fields that an edge goes through.
enum PublicNames {
    /// Private fields of the runtime and their public names, longer prefixes first.
    private static let names = [
        ("attached.routers", "children"), ("plainChildren", "children"),
        ("recordedInteractor", "interactor"), ("interactable", "interactor"),
        ("viewControllable", "viewController"), ("viewPart", "viewController"),
    ]
    private static let shared = "sharedInstances[\""

    /// A label as a person would write it.
    ///
    /// - Parameter isOfToolkit: Whether the runtime declares the first field of the label.
    static func shown(_ label: String, ofToolkit isOfToolkit: Bool) -> String {
        if isOfToolkit {
            if let property = sharedProperty(label) { return property }
            for (field, name) in names where label.hasPrefix(field) {
                return name + label.dropFirst(field.count)
            }
        }
        return withoutWrapper(isSomeElement(label) ? String(label.dropLast(2)) : label)
    }

    /// True for an element of a collection whose index or key is unknown, such as in an `NSCache`.
    static func isSomeElement(_ label: String) -> Bool { label.hasSuffix("[]") }

    /// True for an object that a component keeps with `shared { }`.
    static func isShared(_ label: String) -> Bool { label.hasPrefix(shared) }

    /// True for a field of the runtime, by a name that no field of the project has.
    static func isOfToolkit(_ label: String, part: ObjectKind?) -> Bool {
        switch part {
        case .router: label.hasPrefix("attached.routers")
        case .component: label.hasPrefix("sharedInstances")
        default: false
        }
    }

    /// `sharedInstances["worker"]` is the property `worker`.
    private static func sharedProperty(_ label: String) -> String? {
        guard label.hasPrefix(shared), let end = label.dropFirst(shared.count).firstIndex(of: "\"")
        else { return nil }
        return String(label[label.index(label.startIndex, offsetBy: shared.count)..<end])
    }

    /// `_child.wrappedValue` is the property `child`.
    private static func withoutWrapper(_ label: String) -> String {
        guard label.hasPrefix("_"), let dot = label.firstIndex(of: ".") else { return label }
        let inside = label[label.index(after: dot)...].prefix { $0 != "." && $0 != "[" }
        guard ["wrappedValue", "storage", "_storage"].contains(String(inside)) else { return label }
        let rest = label[dot...].dropFirst(inside.count + 1)
        let property = label[label.index(after: label.startIndex)..<dot]
        return inside == "wrappedValue" ? String(property + rest) : String(property)
    }
}

/// The classes of the stream libraries. The mistake is never in one of their edges.
enum LibraryTypes {
    /// Names without generic arguments.
    private static let names: Set = [
        "AnyCancellable", "AnySubscriber", "Cell", "Conduit", "CurrentValueSubject", "Inner",
        "PassthroughSubject", "PublisherBox", "Sink", "SubjectSubscriber",
    ]

    /// - Parameter type: Such as `Inner<Sink<Int, Never>>`.
    static func contain(_ type: String) -> Bool {
        names.contains(String(type.withoutGenericArguments))
    }
}
