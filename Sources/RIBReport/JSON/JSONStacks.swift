import RIBAnalysis

/// The stacks of a finding in the JSON report, innermost frame first; null where none is known.
struct JSONStacks: Encodable {
    private let stacks: FindingStacks

    init(_ stacks: FindingStacks) {
        self.stacks = stacks
    }

    /// The keys of the stacks that miss callers, since the recorder's limit cut them off.
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
