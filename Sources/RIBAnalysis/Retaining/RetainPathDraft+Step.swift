// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import RIBTrees

// What a function and a label tell about an edge.
extension RetainPathDraft.Step {
    /// The edge with whose code it is, and whether its holder should be alive. An object that RIBs
    /// may share should, unless it is shown that this one was not shared.
    func resolved(with symbols: Symbolication) -> RetainPathDraft.Step {
        var step = self
        step.isOfToolkit = symbols.isOfToolkit(code.addresses) || isFieldOfToolkit
        step.isOfLibraries = belongsToLibrary(by: symbols)
        if shouldBeAlive == false, let origin {
            step.shouldBeAlive = !origin.isShown(by: symbols)
        }
        return step
    }

    private func belongsToLibrary(by symbols: Symbolication) -> Bool {
        switch traced.holder {
        case .closure: return symbols.isOfLibraries(code.addresses)
        case .global: return CodeOrigin.library(ofSymbol: holder) != nil
        case .other: return false
        case .object:
            // The project's code made what a component shares, under a name from the project.
            if label.hasPrefix(Self.shared), holderPart == .component { return false }
            return CodeOrigin.isStreamType(holder) || symbols.isOfLibraries(code.addresses)
                || code.addresses.contains { CodeOrigin.isSystemImage($0.path) }
                || isFieldOfToolkit
        }
    }

    /// The edge with names as in the source.
    func named(with symbols: Symbolication) -> RetainPathStep {
        let types = [target] + targetLineage
        let isObject = traced.holder == .object
        let isClosure = traced.holder == .closure
        let name =
            isObject ? nil : ClosureName(at: code.addresses, capturing: types, with: symbols)
        var label = self.label
        if let function = name?.function, label == "captures \(target)",
            let type = FunctionName(function).type,
            types.contains(where: { String($0.withoutGenericArguments) == type })
        {
            label = "captures self"
        }
        return RetainPathStep(
            holderKind: traced.holder, holder: shownHolder(name),
            file: name?.file, line: name?.line,
            label: Self.shown(label, ofToolkit: isObject && isOfToolkit),
            target: target, isInferred: traced.isInferred, library: name?.library,
            function: isClosure ? name?.function : nil,
            isMethodReference: name?.isMethodReference ?? false,
            isOneOfSeveral: name?.isMerged ?? false,
            code: isClosure && name == nil ? code.addresses.first : nil,
            isSomeElement: Self.isSomeElement(self.label), isOfLibrary: isOfLibraries)
    }

    private func shownHolder(_ name: ClosureName?) -> String {
        switch traced.holder {
        case .object: holder.isEmpty ? "an object" : holder
        case .closure: name?.text ?? "a closure"
        case .global: holder.isEmpty ? "a global variable" : Demangler.demangled(holder)
        case .other: holder.isEmpty ? "something" : holder
        }
    }

    // MARK: - Labels

    /// Private fields of the runtime and their public names, longer prefixes first.
    private static let fields = [
        ("attached.routers", "children"), ("record.interactor", "interactor"),
        ("interactable", "interactor"), ("viewControllable", "viewController"),
        ("viewPart", "viewController"),
    ]
    /// How the label of an object begins that a component keeps with `shared { }`.
    private static let shared = "sharedInstances[\""

    /// True for a field of the runtime, by a name that no field of the project has.
    private var isFieldOfToolkit: Bool {
        switch holderPart {
        case .router: label.hasPrefix("attached.routers")
        case .component: label.hasPrefix("sharedInstances")
        default: false
        }
    }

    /// A label as a person would write it.
    ///
    /// - Parameter isOfToolkit: Whether the runtime declares the first field of the label.
    private static func shown(_ label: String, ofToolkit isOfToolkit: Bool) -> String {
        if isOfToolkit {
            // `sharedInstances["worker"]` is the property `worker`.
            if label.hasPrefix(shared), let end = label.dropFirst(shared.count).firstIndex(of: "\"")
            {
                return String(label[..<end].dropFirst(shared.count))
            }
            for (field, name) in fields where label.hasPrefix(field) {
                return name + label.dropFirst(field.count)
            }
        }
        return withoutWrapper(isSomeElement(label) ? String(label.dropLast(2)) : label)
    }

    /// True for an element of a collection whose index or key is unknown, such as in an `NSCache`.
    private static func isSomeElement(_ label: String) -> Bool { label.hasSuffix("[]") }

    /// `_child.wrappedValue` is the property `child`.
    private static func withoutWrapper(_ label: String) -> String {
        guard label.hasPrefix("_"), let dot = label.firstIndex(of: ".") else { return label }
        let inside = label[label.index(after: dot)...].prefix { $0 != "." && $0 != "[" }
        guard ["wrappedValue", "storage", "_storage"].contains(String(inside)) else { return label }
        let rest = label[dot...].dropFirst(inside.count + 1)
        let property = label[..<dot].dropFirst()
        return inside == "wrappedValue" ? String(property + rest) : String(property)
    }
}
