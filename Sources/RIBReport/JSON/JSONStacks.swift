import RIBAnalysis

/// The stacks of a finding in the JSON report, innermost frame first; null where none is known.
struct JSONStacks: Encodable {
    private let stacks: FindingStacks

    init(_ stacks: FindingStacks) {
        self.stacks = stacks
    }

    private enum CodingKeys: String, CodingKey {
        case allocation, detach, subscribe, firing
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: CodingKeys.self)
        try object.encode(stacks.allocation?.map(Frame.init), forKey: .allocation)
        try object.encode(stacks.detach?.map(Frame.init), forKey: .detach)
        try object.encode(stacks.subscribe?.map(Frame.init), forKey: .subscribe)
        try object.encode(stacks.firing?.map(Frame.init), forKey: .firing)
    }

    private struct Frame: Encodable {
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
