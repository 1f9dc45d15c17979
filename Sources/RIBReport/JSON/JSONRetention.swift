// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis

/// Facts about why a leaked object is alive, beside the path itself.
struct JSONRetention: Encodable {
    private let reason: String
    private let retainCount: Int
    private let seenReferences: Int
    private let dominatedCount: Int
    private let dominatedBytes: Int
    private let omittedSteps: Int
    private let isPartial: Bool

    init(_ path: RetainPath) {
        reason = "\(path.reason)"
        retainCount = path.retainCount
        seenReferences = path.seenReferences
        dominatedCount = path.dominatedCount
        dominatedBytes = path.dominatedBytes
        omittedSteps = path.omittedSteps
        isPartial = path.isPartial
    }
}

/// One edge of a finding's `retainPath` in the JSON report.
struct JSONRetainPathStep: Encodable {
    private let step: RetainPathStep

    init(_ step: RetainPathStep) {
        self.step = step
    }

    private enum CodingKeys: String, CodingKey {
        case holder, label, target, evidence, file, line
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(step.holder, forKey: .holder)
        try object.encode(step.label, forKey: .label)
        try object.encode(step.target, forKey: .target)
        try object.encode(step.isInferred ? "inferred" : "observed", forKey: .evidence)
        try object.encode(step.file, forKey: .file)
        try object.encode(step.line, forKey: .line)
    }
}

/// The stacks of a finding in the JSON report, innermost frame first; null if unknown.
struct JSONStacks: Encodable {
    private let stacks: FindingStacks

    init(_ stacks: FindingStacks) {
        self.stacks = stacks
    }

    /// The keys of the stacks without their outer callers, which the recorder's limit cut off.
    var truncated: [String] {
        let cut: [(CodingKeys, CallStack?)] = [
            (.allocation, stacks.allocation), (.detach, stacks.detach),
            (.subscribe, stacks.subscribe), (.firing, stacks.firing),
            (.violation, stacks.violation),
        ]
        return cut.filter { $0.1?.cutOffAt != nil }.map(\.0.rawValue)
    }

    private enum CodingKeys: String, CodingKey {
        case allocation, detach, subscribe, firing, violation
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(stacks.allocation?.frames.map(Frame.init), forKey: .allocation)
        try object.encode(stacks.detach?.frames.map(Frame.init), forKey: .detach)
        try object.encode(stacks.subscribe?.frames.map(Frame.init), forKey: .subscribe)
        try object.encode(stacks.firing?.frames.map(Frame.init), forKey: .firing)
        try object.encode(stacks.violation?.frames.map(Frame.init), forKey: .violation)
    }

    struct Frame: Encodable {
        private let frame: StackFrame

        init(_ frame: StackFrame) {
            self.frame = frame
        }

        private enum CodingKeys: String, CodingKey {
            case function, file, line, module, offset
        }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: CodingKeys.self)
            try object.encode(frame.function, forKey: .function)
            try object.encode(frame.file, forKey: .file)
            try object.encode(frame.line, forKey: .line)
            try object.encode(frame.module, forKey: .module)
            try object.encode(frame.offset, forKey: .offset)
        }
    }
}
