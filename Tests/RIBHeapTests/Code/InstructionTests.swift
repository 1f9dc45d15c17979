// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct X86CodeTests {
    private func read(_ bytes: [UInt8]) -> Instruction? {
        // What comes behind does not matter.
        let read = X86Code.read(bytes + [0xFF, 0xFF], at: 0x1000)
        #expect(read?.length == bytes.count)
        return read?.instruction
    }

    @Test func callsAndJumpsLeadToADistanceFromTheirEnd() {
        #expect(read([0xE8, 0x36, 0x6B, 0x00, 0x00]) == .call(0x7B3B))
        #expect(read([0xE8, 0xFB, 0xFF, 0xFF, 0xFF]) == .call(0x1000))
        #expect(read([0xE9, 0x03, 0xE1, 0xFF, 0xFF]) == .jump(UInt.max - 0xEF7))
        #expect(read([0xEB, 0x02]) == .jump(0x1004))
        #expect(read([0x74, 0x10]) == .branch(0x1012))
        #expect(read([0x0F, 0x85, 0, 1, 0, 0]) == .branch(0x1106))
    }

    @Test func aMethodOfAClassIsReadAndCalled() {
        // mov 0x68(%rax),%rax; mov 0x0(%r13),%rax; mov 0x88(%rax),%rcx; mov (%rdi),%rax
        #expect(read([0x48, 0x8B, 0x40, 0x68]) == .load(into: 0, base: 0, offset: 0x68))
        #expect(read([0x49, 0x8B, 0x45, 0x00]) == .load(into: 0, base: 13, offset: 0))
        #expect(
            read([0x48, 0x8B, 0x88, 0x88, 0, 0, 0]) == .load(into: 1, base: 0, offset: 0x88))
        #expect(read([0x48, 0x8B, 0x07]) == .load(into: 0, base: 7, offset: 0))
        // call *%rax; jmp *%r11; call *0x90(%rax); call *0x10(%r12)
        #expect(read([0xFF, 0xD0]) == .callRegister(0))
        #expect(read([0x41, 0xFF, 0xE3]) == .jumpRegister(11))
        #expect(read([0xFF, 0x90, 0x90, 0, 0, 0]) == .callSlot(base: 0, offset: 0x90))
        #expect(read([0x41, 0xFF, 0x54, 0x24, 0x10]) == .callSlot(base: 12, offset: 0x10))
    }

    @Test func whatElseSetsARegisterIsNoSlot() {
        // mov %rcx,%rdx; mov 0x10(%rip),%rax; lea 0x8(%rsp),%rbp; mov (%rax,%rcx,8),%rax
        #expect(read([0x48, 0x89, 0xCA]) == .move(into: 2, from: 1))
        #expect(
            read([0x48, 0x8B, 0x05, 0x10, 0, 0, 0]) == .load(into: 0, base: nil, offset: 16))
        #expect(read([0x48, 0x8D, 0x6C, 0x24, 0x08]) == .load(into: 5, base: nil, offset: 0))
        #expect(read([0x48, 0x8B, 0x04, 0xC8]) == .load(into: 0, base: nil, offset: 0))
    }

    private static let others: [[UInt8]] = [
        [0x55], [0x48, 0x83, 0xEC, 0x18], [0x48, 0xC7, 0x45, 0xF0, 0, 0, 0, 0],
        [0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8], [0x66, 0x81, 0xC1, 1, 2], [0x0F, 0xB6, 0xD0],
        [0x48, 0x0F, 0xBA, 0xF5, 0x3C], [0xF6, 0xC1, 0x01], [0xF7, 0xD8],
        [0xF2, 0x0F, 0x10, 0x05, 1, 2, 3, 4], [0xF3, 0x0F, 0x1E, 0xFA],
        [0x66, 0x66, 0x66, 0x66, 0x66, 0x2E, 0x0F, 0x1F, 0x84, 0, 0, 0, 0, 0],
        [0x66, 0x0F, 0x3A, 0x0F, 0xC1, 0x08],
    ]

    @Test(arguments: others) func whatDoesNotMatterIsAsLongAsItIs(bytes: [UInt8]) {
        #expect(read(bytes) == .other)
    }

    @Test func codeEndsWhereItReturnsOrTraps() {
        for bytes: [UInt8] in [[0xC3], [0xC2, 8, 0], [0x0F, 0x0B], [0xCC]] {
            #expect(read(bytes) == .end)
        }
    }

    @Test(arguments: [
        [0xE8, 1, 2, 0, 0], [0x48, 0x8B, 0x40, 0x68], [0x0F, 0x85, 0, 1, 0, 0], [0x8B, 0x40, 8],
        [0x48, 0xB8, 1, 2, 3, 4, 5, 6, 7, 8],
    ])
    func anInstructionIsReadOnlyIfItIsKnownAndWhole(bytes: [UInt8]) {
        let unknown: [UInt8] = [0xC5, 0xF8]
        #expect(X86Code.read((unknown + bytes)[...], at: 0) == nil)
        #expect(X86Code.read(bytes[...], at: 0)?.length == bytes.count)
        for count in bytes.indices {
            #expect(X86Code.read(bytes[..<count], at: 0) == nil, "\(count) bytes")
        }
    }

    @Test func noBytesAtAllMakeItCrash() {
        var numbers = SystemRandomNumberGenerator()
        for _ in 0..<10_000 {
            let bytes = (0..<16).map { _ in UInt8.random(in: 0...255, using: &numbers) }
            for count in 0...16 {
                guard let read = X86Code.read(bytes[..<count], at: .max) else { continue }
                #expect((1...count).contains(read.length))
            }
        }
    }
}

@Suite struct ARM64CodeTests {
    private func read(_ word: UInt32) -> Instruction? {
        let bytes = (0..<4).map { UInt8(word >> (8 * $0) & 0xFF) }
        return Instruction.readARM64(bytes[...], at: 0x1000)
    }

    @Test func callsAndJumpsLeadToADistanceFromTheirBeginning() {
        #expect(read(0x9400_0004) == .call(0x1010))
        #expect(read(0x97FF_FFFF) == .call(0xFFC))
        #expect(read(0x1400_0002) == .jump(0x1008))
        #expect(read(0x5400_0040) == .branch(0x1008))
        #expect(read(0xB400_0060) == .branch(0x100C))
        #expect(read(0x3607_FFE0) == .branch(0xFFC))
    }

    @Test func aMethodOfAClassIsReadAndCalled() {
        // ldr x8, [x20]; ldr x8, [x8, #0x68]; mov x9, x8; blr x8; br x9; ret
        #expect(read(0xF940_0288) == .load(into: 8, base: 20, offset: 0))
        #expect(read(0xF940_3508) == .load(into: 8, base: 8, offset: 0x68))
        #expect(read(0xAA08_03E9) == .move(into: 9, from: 8))
        #expect(read(0xD63F_0100) == .callRegister(8))
        #expect(read(0xD61F_0120) == .jumpRegister(9))
        #expect(read(0xD65F_03C0) == .end)
    }
}
