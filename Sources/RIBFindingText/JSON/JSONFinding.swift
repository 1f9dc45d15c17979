// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension Finding: JSONConvertible {
    /// A finding in the JSON report. It has every key of the contract, including those with absent
    /// facts, and keys of some kinds only.
    package var jsonValue: JSONValue {
        let path = retainPath.flatMap { $0.steps.isEmpty ? nil : $0 }
        let facts = JSONValue([
            "kind": kind.rawValue, "ribPath": ribPath, "type": type,
            "fingerprint": fingerprint.description, "explain": explainedBy, "count": count,
            "victims": victims.map { related($0.type, $0.ribPath) }, "test": test,
            "stacks": stacks.json,
            "truncatedStacks": stacks.named.filter { $0.stack?.cutOffAt != nil }.map(\.name),
            "retainPath": path?.steps, "retainPathNote": path == nil ? noteOnMissingPath : nil,
            "suspect": path?.suspect, "retention": retainPath?.retention, "hint": hint,
        ])
        let some = JSONValue(known: factsOfSome(path).merging(status.facts) { $1 })
        return facts.adding(factOfKind).adding(some.object ?? [:])
    }

    private var noteOnMissingPath: String {
        if retainPath != nil { return "nothing that can be seen retains it" }
        return kind.isAboutKeptObject
            ? "the trace does not say what retains it" : "a finding of this kind has none"
    }

    /// The fact that all findings of this kind have, as far as none is known.
    private var factOfKind: [String: JSONValue] {
        switch kind {
        case .lateDeallocation: ["late": .null]
        case .lifecycleViolation: ["violation": .null]
        default: kind.isAboutSubscription ? ["subscription": .null] : [:]
        }
    }

    /// The facts that some findings have.
    private func factsOfSome(_ path: RetainPath?) -> [String: any JSONConvertible] {
        let others = path?.otherHolders ?? []
        let more = others.isEmpty ? 0 : path?.moreHolders ?? 0
        return [
            "otherHolders": others.isEmpty ? nil : others.map(\.otherHolder),
            "moreHolders": more > 0 ? more : nil,
            "subscription": subscription, "growth": growth,
            "late": kind == .lateDeallocation ? late : nil,
            "violation": kind == .lifecycleViolation ? violation : nil,
            "endedWithTree": endedWithTree ? true : nil,
            "keptUntil": keptUntil.map {
                JSONValue(known: ["ribPath": $0.ribPath, "afterNanoseconds": $0.nanoseconds])
            },
            "foreseenBy": foresight.map {
                JSONValue(["rule": $0.rule, "file": $0.place.file, "line": $0.place.line])
            },
        ]
    }
}

/// An object beside the culprit: a victim, or another router of a violation.
private func related(_ type: String, _ ribPath: String) -> JSONValue {
    JSONValue(["type": type, "ribPath": ribPath])
}

extension FindingStacks {
    /// The stacks and their keys in JSON.
    package var named: [(name: String, stack: CallStack?)] {
        [
            ("allocation", allocation), ("detach", detach), ("subscribe", subscribe),
            ("firing", firing), ("violation", violation),
        ]
    }

    fileprivate var json: JSONValue {
        let frames = named.map { ($0.name, JSONValue($0.stack?.frames)) }
        return .object(Dictionary(uniqueKeysWithValues: frames))
    }
}

extension StackFrame: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "function": function, "file": file, "line": line, "module": module, "offset": offset,
        ])
    }
}

extension RetainPathStep: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "holder": holder, "label": label, "target": target,
            "evidence": isInferred ? "inferred" : "observed", "file": file, "line": line,
        ])
    }
}

extension RetainPath {
    /// Facts about why a leaked object is alive, beside the path itself.
    fileprivate var retention: JSONValue {
        JSONValue([
            "reason": "\(reason)", "retainCount": retainCount, "seenReferences": seenReferences,
            "dominatedCount": dominatedCount, "dominatedBytes": dominatedBytes,
            "omittedSteps": omittedSteps, "isPartial": isPartial,
        ])
    }

    /// A further holder of a leaked object.
    fileprivate var otherHolder: JSONValue {
        JSONValue(known: [
            "reason": "\(reason)", "retainPath": steps, "omittedSteps": omittedSteps,
            "suspect": suspect,
        ])
    }
}

extension Lateness: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "freedAfterNanoseconds": freedAfter, "lateNanoseconds": late,
            "isUpperBound": isUpperBound,
        ])
    }
}

extension GrowthFacts: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "place": place, "unit": "\(unit)", "each": each, "turns": turns, "count": count,
        ])
    }
}

extension SubscriptionFacts: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "chain": chain, "attribution": attribution?.name,
            "valuesWhileActive": valuesWhileActive, "valuesWhileInactive": valuesWhileInactive,
            "isAlive": isAlive, "ownerIsFreed": ownerIsFreed,
            "firstFiredAfterNanoseconds": firstFiredAfter,
            "firstValueAfterNanoseconds": firstValueAfter,
            "lastValueAfterNanoseconds": lastValueAfter, "outlivedByNanoseconds": outlivedBy,
            "accumulated": accumulated?.count, "activations": accumulated?.activations,
        ])
    }
}

extension ViolationFacts: JSONConvertible {
    package var jsonValue: JSONValue {
        JSONValue([
            "name": violation.name, "other": other.map { related($0.type, $0.ribPath) },
            "newParent": newParent.map { related($0.type, $0.ribPath) },
        ])
    }
}

extension FindingStatus {
    /// What is known of a finding, in a report that was compared with what is known.
    fileprivate var facts: [String: any JSONConvertible] {
        let known: String? =
            switch comparison {
            case nil: nil
            case .new: "new"
            case .grown: "grown"
            case .known: "known"
            }
        return [
            // A library leak is in no baseline.
            "status": libraryLeak == nil ? known : nil, "suppression": suppression?.json,
            "libraryLeak": libraryLeak.map {
                JSONValue([
                    "name": $0.name, "description": $0.explanation, "link": $0.link,
                    "isBuiltIn": $0.isBuiltIn,
                ])
            },
        ]
    }
}

extension FindingStatus.Suppression {
    /// Without `expires` for a comment in the source.
    package var json: JSONValue { JSONValue(known: ["reason": reason, "expires": expires]) }
}
