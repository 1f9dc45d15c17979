// SPDX-License-Identifier: Apache-2.0

/// The calls that a function makes, read from its machine code.
///
/// It is read in one go up to where nothing leads on, for at most `mostBytes`: enough for code that the
/// compiler made to call one method.
struct CodeCalls {
    struct Call: Equatable {
        enum Target: Equatable {
            case function(UInt)
            /// What lies so many bytes behind where some register points to, such as a class.
            case slot(Int)
        }
        /// The address of the instruction.
        let site: UInt
        let target: Target
    }

    static let mostBytes = 512

    private let start: UInt
    private let bytes: [UInt8]
    private var index = 0
    /// Behind the last instruction that a branch leads to.
    private var furthest: UInt
    /// What was read into each register, as the offset from where another one pointed to.
    private var slots: [Int: Int] = [:]

    /// The calls of the function that begins at an address.
    static func read(at start: UInt, memory: GuardedMemory) -> [Call] {
        var bytes = [UInt8](repeating: 0, count: mostBytes)
        var count = mostBytes
        // A function may end right before memory that is not there.
        while !bytes.withUnsafeMutableBytes({
            memory.read(start, into: UnsafeMutableRawBufferPointer(rebasing: $0[..<count]))
        }) {
            count /= 2
            if count < 16 { return [] }
        }
        var calls = CodeCalls(at: start, Array(bytes[..<count]))
        return calls.all()
    }

    init(at start: UInt, _ bytes: [UInt8]) {
        self.start = start
        self.bytes = bytes
        furthest = start
    }

    mutating func all() -> [Call] {
        var calls: [Call] = []
        while index < bytes.count {
            let site = start &+ UInt(index)
            guard let (instruction, length) = Instruction.read(bytes[index...], at: site) else {
                break
            }
            index += length
            if let target = target(of: instruction) {
                calls.append(Call(site: site, target: target))
            }
            if endsCode(instruction) { break }
        }
        return calls
    }

    private mutating func target(of instruction: Instruction) -> Call.Target? {
        switch instruction {
        case .call(let function): return .function(function)
        case .jump(let function): return isWithin(function) ? nil : .function(function)
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
        case .other, .branch, .jumpElsewhere, .end: return nil
        }
    }

    /// Whether an address belongs to the function itself: a branch leads at least that far.
    private func isWithin(_ address: UInt) -> Bool { address >= start && address <= furthest }

    private mutating func endsCode(_ instruction: Instruction) -> Bool {
        switch instruction {
        case .branch(let target):
            if target &- start < UInt(bytes.count) { furthest = max(furthest, target) }
            return false
        case .jump, .jumpRegister, .jumpElsewhere, .end:
            return start &+ UInt(index) > furthest
        case .other, .call, .load, .move, .callRegister, .callSlot: return false
        }
    }
}

/// The code of a closure that may stand for a method that was handed over.
///
/// Of `button.onTap = interactor.tapped` the compiler makes a function that does nothing but call
/// `tapped`, and another one that passes the captured object on to it. Whether a closure is such a one,
/// its name tells, which whoever reads the answer looks up; here it is said what it calls.
struct MethodReference {
    /// Code that hands a method over makes few calls: later ones are left out.
    static let mostCalls = 6

    let memory: GuardedMemory
    let use: (UInt) -> CodeUse

    /// A closure's function, and pairs of where it, or what it passes calls on to, makes a call and of
    /// which function; of none that is the project's where both are the same.
    ///
    /// - Parameter object: What the closure captures: its class says what is called by way of that.
    func functions(of closure: UInt, capturing object: UInt) -> [UInt] {
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

    /// What a call is of, if that is a function of the project's.
    private func target(of call: CodeCalls.Call, _ object: UInt) -> UInt? {
        switch call.target {
        case .function(let function):
            let isStub = memory.withBytes(at: function, count: 16) {
                Instruction.isStub(Array($0)[...], at: function)
            }
            return use(function) == .own && isStub == false ? function : nil
        case .slot(let offset):
            guard offset > 0, offset & 7 == 0, let type = memory.word(at: object),
                let function = memory.word(at: type &+ UInt(bitPattern: offset)),
                use(function) == .own
            else { return nil }
            return function
        }
    }
}
