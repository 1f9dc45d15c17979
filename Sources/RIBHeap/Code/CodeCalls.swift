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
