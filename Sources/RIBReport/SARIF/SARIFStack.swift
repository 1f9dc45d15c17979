import RIBAnalysis

/// A call stack of a finding.
struct SARIFStack: Encodable {
    private let message: SARIFMessage
    private let frames: [Frame]

    /// Those that are known, the one that says what to do first.
    static func all(of stacks: FindingStacks) -> [SARIFStack] {
        let named: [(String, CallStack?)] = [
            ("done by", stacks.violation), ("value sent by", stacks.firing),
            ("subscribed by", stacks.subscribe), ("detached by", stacks.detach),
            ("made by", stacks.allocation),
        ]
        return named.compactMap { name, stack in
            guard let stack, !stack.frames.isEmpty else { return nil }
            return SARIFStack(message: SARIFMessage(name), frames: stack.frames.map(Frame.init))
        }
    }

    private struct Frame: Encodable {
        let location: SARIFLocation
        let module: String

        init(_ frame: StackFrame) {
            let place = frame.file.flatMap { $0.hasPrefix("/") ? nil : SourcePlace($0, frame.line) }
            location = SARIFLocation(
                place,
                message: frame.function ?? "\(frame.module)+0x\(String(frame.offset, radix: 16))")
            module = frame.module
        }
    }
}
