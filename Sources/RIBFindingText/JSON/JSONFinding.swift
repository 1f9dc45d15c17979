// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension JSONValue {
    /// A finding in the JSON report. It has every key of the contract, including those with absent
    /// facts, and keys of some kinds only.
    package init(_ finding: Finding) {
        let path = finding.retainPath.flatMap { $0.steps.isEmpty ? nil : $0 }
        var object: [String: JSONValue] = [
            "kind": .string(finding.kind.rawValue),
            "ribPath": .string(finding.ribPath),
            "type": .string(finding.type),
            "fingerprint": .string(finding.fingerprint.description),
            "explain": JSONValue(finding.explainedBy),
            "count": JSONValue(finding.count),
            "victims": .array(finding.victims.map { .related($0.type, $0.ribPath) }),
            "test": JSONValue(finding.test),
            "stacks": .object(
                Dictionary(
                    uniqueKeysWithValues: finding.stacks.named.map { name, stack in
                        (name, JSONValue(stack?.frames.map { JSONValue($0) }))
                    })),
            "truncatedStacks": JSONValue(
                finding.stacks.named.filter { $0.stack?.cutOffAt != nil }.map(\.name)),
            "retainPath": JSONValue(path?.steps.map { JSONValue($0) }),
            "retainPathNote": path == nil ? .string(finding.noteOnMissingPath) : .null,
            "suspect": JSONValue(path?.suspect),
            "retention": JSONValue(orNull: finding.retainPath.map { JSONValue(factsOf: $0) }),
            "hint": JSONValue(finding.hint),
        ]
        if let path, !path.otherHolders.isEmpty {
            object["otherHolders"] = .array(path.otherHolders.map { JSONValue(otherHolder: $0) })
            if path.moreHolders > 0 { object["moreHolders"] = JSONValue(path.moreHolders) }
        }
        object.merge(finding.factsOfSomeKinds) { $1 }
        object.merge(finding.status.json) { $1 }
        object["foreseenBy"] = finding.foresight.map { foresight in
            [
                "rule": .string(foresight.rule), "file": .string(foresight.file),
                "line": JSONValue(foresight.line),
            ]
        }
        self = .object(object)
    }

    /// An edge of a finding's `retainPath`.
    package init(_ step: RetainPathStep) {
        self = [
            "holder": .string(step.holder), "label": .string(step.label),
            "target": .string(step.target),
            "evidence": step.isInferred ? "inferred" : "observed",
            "file": JSONValue(step.file), "line": JSONValue(step.line),
        ]
    }

    /// A frame of a stack.
    package init(_ frame: StackFrame) {
        self = [
            "function": JSONValue(frame.function), "file": JSONValue(frame.file),
            "line": JSONValue(frame.line), "module": .string(frame.module),
            "offset": JSONValue(frame.offset),
        ]
    }

    /// Facts about why a leaked object is alive, beside the path itself.
    private init(factsOf path: RetainPath) {
        self = [
            "reason": .string("\(path.reason)"), "retainCount": JSONValue(path.retainCount),
            "seenReferences": JSONValue(path.seenReferences),
            "dominatedCount": JSONValue(path.dominatedCount),
            "dominatedBytes": JSONValue(path.dominatedBytes),
            "omittedSteps": JSONValue(path.omittedSteps), "isPartial": .bool(path.isPartial),
        ]
    }

    /// A further holder of a leaked object.
    private init(otherHolder path: RetainPath) {
        var object: [String: JSONValue] = [
            "reason": .string("\(path.reason)"),
            "retainPath": .array(path.steps.map { JSONValue($0) }),
            "omittedSteps": JSONValue(path.omittedSteps),
        ]
        object["suspect"] = path.suspect.map { JSONValue($0) }
        self = .object(object)
    }

    /// An object beside the culprit: a victim, or another router of a violation.
    fileprivate static func related(_ type: String, _ ribPath: String) -> JSONValue {
        ["type": .string(type), "ribPath": .string(ribPath)]
    }
}

extension FindingStacks {
    /// The stacks and their keys in JSON.
    package var named: [(name: String, stack: CallStack?)] {
        [
            ("allocation", allocation), ("detach", detach), ("subscribe", subscribe),
            ("firing", firing), ("violation", violation),
        ]
    }
}

extension Finding {
    fileprivate var noteOnMissingPath: String {
        if retainPath != nil { return "nothing that can be seen retains it" }
        return kind.isAboutKeptObject
            ? "the trace does not say what retains it" : "a finding of this kind has none"
    }

    /// The facts that findings of some kinds have.
    fileprivate var factsOfSomeKinds: [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        if kind.isAboutSubscription || subscription != nil {
            object["subscription"] = JSONValue(orNull: subscription?.json)
        }
        if kind == .lateDeallocation {
            object["late"] = JSONValue(
                orNull: late.map {
                    [
                        "freedAfterNanoseconds": JSONValue($0.freedAfter),
                        "lateNanoseconds": JSONValue($0.late),
                        "isUpperBound": .bool($0.isUpperBound),
                    ]
                })
        }
        object["growth"] = growth.map {
            [
                "place": .string($0.place), "unit": .string("\($0.unit)"),
                "each": JSONValue($0.each), "turns": JSONValue($0.turns),
                "count": JSONValue($0.count),
            ]
        }
        if endedWithTree { object["endedWithTree"] = true }
        object["keptUntil"] = keptUntil?.json
        if kind == .lifecycleViolation {
            object["violation"] = JSONValue(orNull: violation?.json)
        }
        return object
    }
}

extension SubscriptionFacts {
    fileprivate var json: JSONValue {
        [
            "chain": .string(chain), "attribution": JSONValue(attribution?.name),
            "valuesWhileActive": JSONValue(valuesWhileActive),
            "valuesWhileInactive": JSONValue(valuesWhileInactive),
            "isAlive": .bool(isAlive), "ownerIsFreed": .bool(ownerIsFreed),
            "firstFiredAfterNanoseconds": JSONValue(firstFiredAfter),
            "firstValueAfterNanoseconds": JSONValue(firstValueAfter),
            "lastValueAfterNanoseconds": JSONValue(lastValueAfter),
            "outlivedByNanoseconds": JSONValue(outlivedBy),
            "accumulated": JSONValue(accumulated?.count),
            "activations": JSONValue(accumulated?.activations),
        ]
    }
}

extension KeptUntil {
    fileprivate var json: JSONValue {
        var object: [String: JSONValue] = [:]
        object["ribPath"] = ribPath.map(JSONValue.string)
        object["afterNanoseconds"] = nanoseconds.map { JSONValue($0) }
        return .object(object)
    }
}

extension ViolationFacts {
    fileprivate var json: JSONValue {
        [
            "name": .string(violation.name),
            "other": JSONValue(orNull: other.map { .related($0.type, $0.ribPath) }),
            "newParent": JSONValue(orNull: newParent.map { .related($0.type, $0.ribPath) }),
        ]
    }
}

extension FindingStatus {
    /// What is known of a finding, in a report that was compared with what is known.
    fileprivate var json: [String: JSONValue] {
        var object: [String: JSONValue] = [:]
        // A library leak is in no baseline.
        if libraryLeak == nil {
            switch comparison {
            case nil: break
            case .new: object["status"] = "new"
            case .grown: object["status"] = "grown"
            case .known: object["status"] = "known"
            }
        }
        object["suppression"] = suppression?.json
        object["libraryLeak"] = libraryLeak.map { leak in
            [
                "name": .string(leak.name), "description": .string(leak.explanation),
                "link": JSONValue(leak.link), "isBuiltIn": .bool(leak.isBuiltIn),
            ]
        }
        return object
    }
}

extension FindingStatus.Suppression {
    /// Without `expires` for a comment in the source.
    package var json: JSONValue {
        var object: [String: JSONValue] = ["reason": .string(reason)]
        object["expires"] = expires.map(JSONValue.string)
        return .object(object)
    }
}
