// SPDX-License-Identifier: Apache-2.0

/// The instructions of 64-bit x86. Each length must be known to find the next instruction.
/// `CodeCalls` reads them to find which functions a function calls.
///
/// Knows the instructions that compilers emit for any such processor. Reading ends at an
/// instruction that needs a newer one.
struct X86Code {
    private let bytes: ArraySlice<UInt8>
    private let start: UInt
    private var length = 0
    private var isShort = false
    private var extensions: UInt8 = 0

    static func read(
        _ bytes: ArraySlice<UInt8>, at start: UInt
    ) -> (instruction: Instruction, length: Int)? {
        var code = X86Code(bytes: bytes, start: start)
        return code.instruction().map { ($0, code.length) }
    }

    private mutating func instruction() -> Instruction? {
        while var byte = next() {
            switch byte {
            // Prefixes; the first one makes numbers two bytes long.
            case 0x66: isShort = true
            case 0x26, 0x2E, 0x36, 0x3E, 0x64, 0x65, 0x67, 0xF0, 0xF2, 0xF3: break
            default:
                if byte & 0xF0 == 0x40 {
                    extensions = byte
                    guard let operation = next() else { return nil }
                    byte = operation
                }
                return byte == 0x0F ? ofTwoBytes() : ofOneByte(byte)
            }
        }
        return nil
    }

    // MARK: - Operations

    private var isWide: Bool { extensions & 8 != 0 }
    /// The length in bytes of a number in the code that is as long as a register, up to four.
    private var number: Int { isShort && !isWide ? 2 : 4 }

    private mutating func ofOneByte(_ operation: UInt8) -> Instruction? {
        switch operation {
        case 0x00..<0x40:
            switch operation & 7 {
            case 0...3: return operand().map { _ in .other }
            case 4: return skip(1)
            case 5: return skip(number)
            default: return nil
            }
        case 0x50...0x5F, 0x6C...0x6F, 0x90...0x99, 0x9B...0x9F, 0xA4...0xA7, 0xAA...0xAF, 0xC9,
            0xEC...0xEF, 0xF5, 0xF8...0xFD:
            return .other
        case 0x63, 0x84...0x88, 0x8A, 0x8C, 0x8E, 0x8F, 0xD0...0xD3, 0xD8...0xDF, 0xFE:
            return operand().map { _ in .other }
        case 0x89, 0x8B, 0x8D: return ofMoves(operation)
        case 0x6A, 0xA8, 0xB0...0xB7, 0xCD, 0xE4...0xE7: return skip(1)
        case 0x68, 0xA9: return skip(number)
        case 0xB8...0xBF: return skip(isWide ? 8 : number)
        case 0x6B, 0x80, 0x83, 0xC0, 0xC1, 0xC6: return operand().flatMap { _ in skip(1) }
        case 0x69, 0x81, 0xC7: return operand().flatMap { _ in skip(number) }
        case 0xA0...0xA3: return skip(8)
        case 0x70...0x7F, 0xE0...0xE3: return target(1).map { .branch($0) }
        case 0xE8: return target(4).map { .call($0) }
        case 0xE9: return target(4).map { .jump($0) }
        case 0xEB: return target(1).map { .jump($0) }
        case 0xC2: return skip(2).map { _ in .end }
        case 0xC3, 0xCC, 0xF4: return .end
        case 0xF6, 0xF7:
            guard let operand = operand() else { return nil }
            // Only the first two of these operations, which test bits, have a number.
            guard operand.register & 7 < 2 else { return .other }
            return skip(operation == 0xF6 ? 1 : number)
        case 0xFF: return operand().map(ofCalls)
        default: return nil
        }
    }

    private mutating func ofMoves(_ operation: UInt8) -> Instruction? {
        guard let operand = operand() else { return nil }
        switch (operation, operand.place) {
        case (0x89, .register(let other)): return .move(into: other, from: operand.register)
        case (0x8B, .register(let other)): return .move(into: operand.register, from: other)
        case (0x8B, .memory(let base, let offset)) where isWide:
            return .load(into: operand.register, base: base, offset: offset)
        case (0x89, .memory): return .other
        default: return .load(into: operand.register, base: nil, offset: 0)
        }
    }

    private func ofCalls(_ operand: Operand) -> Instruction {
        switch (operand.register & 7, operand.place) {
        case (2, .register(let register)): .callRegister(register)
        case (2, .memory(let base?, let offset)): .callSlot(base: base, offset: offset)
        case (4, .register(let register)): .jumpRegister(register)
        case (4, .memory): .jumpElsewhere
        default: .other
        }
    }

    private mutating func ofTwoBytes() -> Instruction? {
        guard let operation = next() else { return nil }
        switch operation {
        case 0x0B: return .end
        case 0x05, 0x31, 0x77, 0xA0...0xA2, 0xA8, 0xA9, 0xC8...0xCF: return .other
        case 0x80...0x8F: return target(4).map { .branch($0) }
        case 0x38: return next().flatMap { _ in operand() }.map { _ in .other }
        case 0x3A: return next().flatMap { _ in operand() }.flatMap { _ in skip(1) }
        case 0x70...0x73, 0xA4, 0xAC, 0xBA, 0xC2, 0xC4...0xC6:
            return operand().flatMap { _ in skip(1) }
        case 0x0D, 0x10...0x1F, 0x28...0x2F, 0x40...0x6F, 0x74...0x76, 0x78...0x7F, 0x90...0x9F,
            0xA3, 0xA5, 0xAB, 0xAD...0xB9, 0xBB...0xC1, 0xC3, 0xC7, 0xD0...0xFF:
            return operand().map { _ in .other }
        default: return nil
        }
    }

    // MARK: - Operands

    private struct Operand {
        enum Place {
            case register(Int)
            /// The base is nil when the address takes more than one register and a number.
            case memory(base: Int?, offset: Int)
        }
        let register: Int
        let place: Place
    }

    private mutating func operand() -> Operand? {
        guard let byte = next() else { return nil }
        let register = Int(byte >> 3 & 7 | (extensions & 4) << 1)
        let mode = byte >> 6
        if mode == 3 {
            return Operand(register: register, place: .register(extended(byte)))
        }
        var base: Int? = extended(byte)
        var last = byte & 7
        if last == 4 {
            guard let index = next() else { return nil }
            let isPlain = index >> 3 & 7 == 4 && extensions & 2 == 0
            (base, last) = (isPlain ? extended(index) : nil, index & 7)
        }
        // A number takes the place of this base.
        let isAbsolute = mode == 0 && last == 5
        let offset = mode == 0 && !isAbsolute ? 0 : signed(mode == 1 ? 1 : 4)
        return offset.map {
            Operand(register: register, place: .memory(base: isAbsolute ? nil : base, offset: $0))
        }
    }

    private func extended(_ byte: UInt8) -> Int { Int(byte & 7 | (extensions & 1) << 3) }

    // MARK: - Bytes

    private mutating func next() -> UInt8? {
        guard length < min(bytes.count, 15) else { return nil }
        length += 1
        return bytes[bytes.startIndex + length - 1]
    }

    private mutating func skip(_ count: Int) -> Instruction? {
        guard bytes.count - length >= count else { return nil }
        length += count
        return .other
    }

    private mutating func signed(_ count: Int) -> Int? {
        var number = 0
        for index in 0..<count {
            guard let byte = next() else { return nil }
            number |= Int(byte) << (8 * index)
        }
        let unused = Int.bitWidth - 8 * count
        return (number << unused) >> unused
    }

    private mutating func target(_ count: Int) -> UInt? {
        signed(count).map { start &+ UInt(length) &+ UInt(bitPattern: $0) }
    }
}
