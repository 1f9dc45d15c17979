// SPDX-License-Identifier: Apache-2.0

/// What a processor instruction does, as far as it shows what a function calls.
enum Instruction: Equatable {
    case other
    case call(UInt)
    case jump(UInt)
    /// Continues elsewhere under a condition.
    case branch(UInt)
    /// Reads the word `offset` bytes behind where a register points. The base is nil when the
    /// register is set in any other way.
    case load(into: Int, base: Int?, offset: Int)
    case move(into: Int, from: Int)
    case callRegister(Int)
    case jumpRegister(Int)
    case callSlot(base: Int, offset: Int)
    /// Jumps through a word that the linker or the loader fills in.
    case jumpElsewhere
    case end

    /// Whether only a branch leads to what comes after it.
    var endsCode: Bool {
        switch self {
        case .jump, .jumpRegister, .jumpElsewhere, .end: true
        case .other, .call, .branch, .load, .move, .callRegister, .callSlot: false
        }
    }

    /// Reads the instruction that code at an address begins with.
    ///
    /// - Returns: What it does and its length in bytes; nil for an instruction that is unknown or
    ///   cut off.
    static func read(
        _ bytes: ArraySlice<UInt8>, at start: UInt
    ) -> (instruction: Instruction, length: Int)? {
        #if arch(x86_64)
            X86Code.read(bytes, at: start)
        #elseif arch(arm64)
            readARM64(bytes, at: start).map { ($0, 4) }
        #else
            nil
        #endif
    }

    /// Registers that point into the stack. Their slots belong to no object.
    static var stackRegisters: Set<Int> {
        #if arch(arm64)
            [29, 31]
        #else
            [4, 5]
        #endif
    }
}

/// The instructions of 64-bit ARM. Each is a word of four bytes.
extension Instruction {
    static func readARM64(_ bytes: ArraySlice<UInt8>, at start: UInt) -> Instruction? {
        guard let word = word(bytes) else { return nil }
        func target(bits: Int, from low: Int) -> UInt {
            let moved = Int32(bitPattern: word << UInt32(32 - bits - low)) >> Int32(32 - bits)
            return start &+ UInt(bitPattern: Int(moved) * 4)
        }
        let (first, second) = (Int(word & 31), Int(word >> 5 & 31))
        switch word {
        case _ where word & 0xFC00_0000 == 0x9400_0000: return .call(target(bits: 26, from: 0))
        case _ where word & 0xFC00_0000 == 0x1400_0000: return .jump(target(bits: 26, from: 0))
        // B.cond, CBZ and CBNZ, TBZ and TBNZ
        case _ where word & 0xFF00_0000 == 0x5400_0000, _ where word & 0x7E00_0000 == 0x3400_0000:
            return .branch(target(bits: 19, from: 5))
        case _ where word & 0x7E00_0000 == 0x3600_0000:
            return .branch(target(bits: 14, from: 5))
        // LDR of a whole word
        case _ where word & 0xFFC0_0000 == 0xF940_0000:
            return .load(into: first, base: second, offset: Int(word >> 10 & 0xFFF) * 8)
        // MOV, which is ORR with nothing
        case _ where word & 0xFFE0_FFE0 == 0xAA00_03E0:
            return .move(into: first, from: Int(word >> 16 & 31))
        case _ where word & 0xFFFF_FC1F == 0xD63F_0000: return .callRegister(second)
        case _ where word & 0xFFFF_FC1F == 0xD61F_0000: return .jumpRegister(second)
        // RET and BRK
        case _ where word & 0xFFFF_FC1F == 0xD65F_0000, _ where word & 0xFFE0_001F == 0xD420_0000:
            return .end
        default: return .other
        }
    }

    private static func word(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        return bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
