// SPDX-License-Identifier: Apache-2.0

/// Merges steps through objects that only store a property's value: a property wrapper that is a
/// class, or the object in which Foundation keeps a collection.
struct StepMerging {
    /// Whether an object's class is Foundation's.
    let isFoundation: (UInt) -> Bool
    /// Whether an object belongs to the publishers' library.
    let isPlumbing: (UInt) -> Bool

    private static let collections: Set = [
        "NSArray", "NSDictionary", "NSMutableArray", "NSMutableDictionary",
        "NSMutableOrderedSet", "NSMutableSet", "NSOrderedSet", "NSSet",
    ]
    /// The label of an element without a number or a name.
    private static let anyElement = "[]"

    func merged(_ steps: [RetainStep]) -> [RetainStep] {
        var result: [RetainStep] = []
        for step in steps {
            if let last = result.last, let label = label(of: step, after: last) {
                result[result.count - 1].label = label
                result[result.count - 1].target = step.target
                result[result.count - 1].isInferred = last.isInferred || step.isInferred
            } else {
                result.append(step)
            }
        }
        for index in result.indices {
            result[index].label = Self.withoutWrappers(result[index].label)
        }
        return result
    }

    /// How the holder of the previous step reaches what this step leads to; nil when this step
    /// stays separate.
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
        // The library's own objects store what is published.
        guard isPlumbing(step.address), let (property, rest) = Self.property(last.label),
            rest == "._storage"
        else { return nil }
        let value =
            step.label.rest(after: "currentValue") ?? step.label.rest(after: "wrappedValue.value")
        return value.map { property + $0 }
    }

    /// Turns `_child.wrappedValue` into the property `child`.
    static func withoutWrappers(_ label: String) -> String {
        guard let (property, rest) = property(label), let value = rest.rest(after: ".wrappedValue")
        else { return label }
        return property + value
    }

    /// The property that a label begins with, and the rest of the label. The compiler stores the
    /// wrapper of `child` as `_child`.
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

extension String {
    /// The rest of the string after a prefix that is a whole name.
    fileprivate func rest(after beginning: String) -> String? {
        guard hasPrefix(beginning) else { return nil }
        let rest = dropFirst(beginning.count)
        return rest.isEmpty || rest.first == "." || rest.first == "[" ? String(rest) : nil
    }
}
