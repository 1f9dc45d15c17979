// SPDX-License-Identifier: Apache-2.0

/// The calls that a function makes, read from its machine code.
///
/// Reading goes straight ahead until no branch leads any further, for at most `mostBytes`. That is
/// enough for code that the compiler made to call one method.
struct CodeCalls {
    struct Call: Equatable {
        enum Target: Equatable {
            case function(UInt)
            /// The function in the slot this many bytes behind where a register points, such as a
            /// slot of a class.
            case slot(Int)
        }
        let site: UInt
        let target: Target
    }

    static let mostBytes = 512

    private let start: UInt
    private let bytes: [UInt8]
    /// The end of the last instruction that a branch leads to.
    private var furthest: UInt
    /// What each register was loaded from, as an offset from where another register pointed.
    private var slots: [Int: Int] = [:]

    static func read(at start: UInt, memory: GuardedMemory) -> [Call] {
        var count = mostBytes
        // The function may end just before unmapped memory.
        while count >= 16 {
            if let bytes = memory.withBytes(at: start, count: count, { Array($0) }) {
                var calls = CodeCalls(start: start, bytes: bytes, furthest: start)
                return calls.all()
            }
            count /= 2
        }
        return []
    }

    private mutating func all() -> [Call] {
        var calls: [Call] = []
        var index = 0
        while index < bytes.count {
            let site = start &+ UInt(index)
            guard let (instruction, length) = Instruction.read(bytes[index...], at: site) else {
                break
            }
            index += length
            if let target = target(of: instruction) {
                calls.append(Call(site: site, target: target))
            }
            if instruction.endsCode, start &+ UInt(index) > furthest { break }
        }
        return calls
    }

    private mutating func target(of instruction: Instruction) -> Call.Target? {
        switch instruction {
        case .call(let function): return .function(function)
        // A jump within reach of the furthest branch stays in the function.
        case .jump(let function):
            return function >= start && function <= furthest ? nil : .function(function)
        case .callRegister(let register), .jumpRegister(let register):
            return slots[register].map { .slot($0) }
        case .callSlot(let base, let offset):
            return Instruction.stackRegisters.contains(base) ? nil : .slot(offset)
        case .load(let register, let base, let offset):
            let isObject = base.map { !Instruction.stackRegisters.contains($0) } ?? false
            slots[register] = isObject ? offset : nil
            return nil
        case .move(let register, let other):
            slots[register] = slots[other]
            return nil
        case .branch(let target):
            if target &- start < UInt(bytes.count) { furthest = max(furthest, target) }
            return nil
        case .other, .jumpElsewhere, .end: return nil
        }
    }
}

struct ClosureCode {
    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// The address of the function that a closure refers to.
    ///
    /// An asynchronous closure refers to a record that begins with the distance to its function.
    func function(at address: UInt) -> UInt {
        guard use(address) == .none, let word = memory.unalignedWord(at: address) else {
            return address
        }
        let distance = Int32(truncatingIfNeeded: word)
        let function = address &+ UInt(bitPattern: Int(distance))
        return use(function) == .none ? address : function
    }

    /// Drops closures of the runtime that only call another closure. The step before them then
    /// leads to that one.
    func withoutWrappers(_ steps: [RetainStep]) -> [RetainStep] {
        steps.enumerated().filter { index, step in
            guard index > 0, step.target == StepWriter.closure,
                case .closure(let functions) = step.holder
            else { return true }
            return functions.contains { use($0) != .runtime }
        }.map(\.element)
    }
}

/// Finds the method behind a closure that may stand for a method passed as a value.
///
/// For `button.onTap = interactor.tapped`, the compiler makes a function that only calls `tapped`,
/// and another one that passes the captured object to it. The closure's name tells whether it is
/// such a function. Whoever reads the answer looks up that name; this says what the closure calls.
extension ClosureCode {
    /// Code that passes a method makes few calls. Later calls are left out.
    static let mostCalls = 6

    /// The function of a closure that captures a single object. If it is the project's, pairs
    /// follow: the address of a call, and the function that it calls. The calls are those of the
    /// closure and of the function that it forwards to. Both addresses of a pair are the same when
    /// the called function is not the project's.
    ///
    /// - Parameter object: What the closure captures. Its class tells which function a call through
    ///   the class reaches.
    func functions(of closure: UInt, capturing object: UInt) -> [UInt] {
        guard use(closure) == .own else { return [closure] }
        let own = calls(by: closure, of: object)
        // A forwarder passes calls on to one function.
        let next = own.filter { $0.site != $0.function }
        let behind = next.count == 1 ? calls(by: next[0].function, of: object) : []
        return [closure] + (own + behind).flatMap { [$0, $1] }
    }

    private func calls(by function: UInt, of object: UInt) -> [(site: UInt, function: UInt)] {
        CodeCalls.read(at: function, memory: memory).prefix(Self.mostCalls).map {
            ($0.site, target(of: $0, object) ?? $0.site)
        }
    }

    /// The function that a call reaches, if it belongs to the project.
    private func target(of call: CodeCalls.Call, _ object: UInt) -> UInt? {
        switch call.target {
        case .function(let function): return use(function) == .own ? function : nil
        case .slot(let offset):
            guard offset > 0, offset & 7 == 0, let type = memory.metadata(at: object),
                let function = memory.word(at: type &+ UInt(bitPattern: offset)),
                use(function) == .own
            else { return nil }
            return function
        }
    }
}
