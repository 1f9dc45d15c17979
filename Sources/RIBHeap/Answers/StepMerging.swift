// SPDX-License-Identifier: Apache-2.0

/// Leaves out objects that a property's value only lies in: a property wrapper that is a class, or what
/// Foundation keeps its collections in.
struct StepMerging {
    /// Whether an object's class is Foundation's.
    let isFoundation: (UInt) -> Bool
    /// Whether an object is a part of the publishers' library.
    let isPlumbing: (UInt) -> Bool

    private static let collections: Set = [
        "NSArray", "NSDictionary", "NSMutableArray", "NSMutableDictionary",
        "NSMutableOrderedSet", "NSMutableSet", "NSOrderedSet", "NSSet",
    ]
    /// The label of an element whose place has no number and no name.
    private static let anyElement = "[]"

    func merged(_ steps: [RetainStep]) -> [RetainStep] {
        var result: [RetainStep] = []
        for step in steps {
            if let last = result.last, let label = label(of: step, after: last) {
                result[result.count - 1] = last.merged(with: step, label: label)
            } else {
                result.append(step)
            }
        }
        return result.map { $0.labeled(Self.withoutKeys(Self.withoutWrappers($0.label))) }
    }

    // MARK: - Keys

    /// Names the element of a dictionary by no text of the app's, be it a name or a password.
    static func withoutKeys(_ label: String) -> String {
        // Those of a component's instances are the names of its properties.
        if label.hasPrefix("sharedInstances[") { return label }
        var result = ""
        var rest = label[...]
        while let start = rest.firstRange(of: "[\"") {
            result += rest[..<start.lowerBound] + "[\"…\"]"
            rest = rest[start.upperBound...]
            var isEscaped = false
            let end = rest.firstIndex { character in
                defer { isEscaped = character == "\\" && !isEscaped }
                return character == "\"" && !isEscaped
            }
            rest = end.map { rest[$0...].dropFirst(2) } ?? ""
        }
        return result + rest
    }

    /// How the holder of the step before reaches what this one leads to; nil when this one is a step of
    /// its own.
    private func label(of step: RetainStep, after last: RetainStep) -> String? {
        guard case .object(let type) = step.holder else { return nil }
        switch last.holder {
        case .object, .global: break
        case .closure, .other: return nil
        }
        return labelInWrapper(step, after: last)
            ?? labelInFoundation(step, type.prefix { $0 != "<" }, after: last)
    }

    // MARK: - Property wrappers

    private func labelInWrapper(_ step: RetainStep, after last: RetainStep) -> String? {
        if let (property, rest) = Self.property(last.label), rest.isEmpty,
            let value = step.label.rest(after: "wrappedValue")
        {
            return property + value
        }
        // What is published is kept in the library's own objects.
        guard isPlumbing(step.address), let end = last.label.start(ofEnd: "._storage"),
            let (property, rest) = Self.property(String(last.label[..<end])), rest.isEmpty
        else { return nil }
        let value =
            step.label.rest(after: "currentValue") ?? step.label.rest(after: "wrappedValue.value")
        return value.map { property + $0 }
    }

    /// `_child.wrappedValue` is the property `child`.
    static func withoutWrappers(_ label: String) -> String {
        guard let (property, rest) = property(label), let value = rest.rest(after: ".wrappedValue")
        else { return label }
        return property + value
    }

    /// The property that a label begins with, for one whose wrapper the compiler keeps as `_child`, and
    /// the rest of the label.
    private static func property(_ label: String) -> (property: String, rest: String)? {
        guard label.hasPrefix("_") else { return nil }
        let name = label.dropFirst().prefix { $0 != "." && $0 != "[" }
        guard let first = name.first, first != "_" else { return nil }
        return (String(name), String(label.dropFirst(name.count + 1)))
    }

    // MARK: - Foundation

    private func labelInFoundation(
        _ step: RetainStep, _ type: Substring, after last: RetainStep
    ) -> String? {
        guard isFoundation(step.address) else { return nil }
        switch type {
        case _ where Self.collections.contains(String(type)):
            return step.label.rest(after: "_storage").map { last.label + $0 }
        case "__SwiftValue": return step.label.rest(after: "value").map { last.label + $0 }
        case "NSCache": return last.label + Self.anyElement
        case "NSCacheEntry", "NSCacheKey":
            guard last.label.hasSuffix(Self.anyElement) else { return nil }
            return last.label + (step.label.rest(after: "value") ?? "")
        default: return nil
        }
    }
}

extension RetainStep {
    fileprivate func merged(with next: RetainStep, label: String) -> RetainStep {
        RetainStep(
            holder: holder, address: address, label: label, target: next.target,
            evidence: evidence == .inferred ? evidence : next.evidence,
            destructor: destructor)
    }

    fileprivate func labeled(_ label: String) -> RetainStep {
        RetainStep(
            holder: holder, address: address, label: label, target: target, evidence: evidence,
            destructor: destructor)
    }
}

extension String {
    /// What comes after a beginning that is a whole name.
    fileprivate func rest(after beginning: String) -> String? {
        guard hasPrefix(beginning) else { return nil }
        let rest = dropFirst(beginning.count)
        return rest.isEmpty || rest.first == "." || rest.first == "[" ? String(rest) : nil
    }

    /// Where an ending begins.
    fileprivate func start(ofEnd ending: String) -> Index? {
        hasSuffix(ending) ? index(endIndex, offsetBy: -ending.count) : nil
    }
}
