// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

class Shown {
    func show(_ number: Int) -> Int { number + 1 }
}

/// Code as the compiler makes it.
@Suite struct CompiledMethodReferenceTests {
    private struct Handler {
        let handle: (Int) -> Int
        var words: (function: UInt, context: UInt) { unsafeBitCast(self, to: (UInt, UInt).self) }
    }

    @Test func theMethodThatIsHandedOverIsCalled() throws {
        let object = Shown()
        let (function, context) = Handler(handle: object.show).words
        #expect(context == UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))

        let memory = GuardedMemory()
        let images = GlobalRoots()
        images.readImages()
        let functions = ClosureCode(memory: memory, use: images.codeUse)
            .functions(of: function, capturing: context)
        #expect(functions.first == function && functions.count % 2 == 1)
        let stubs = LoadedImage.all().flatMap { image in
            (ImageFile(of: image, memory: memory)?.sections ?? [])
                .filter { $0.name.hasPrefix(".plt") }.compactMap(image.memory)
        }
        #expect(!stubs.isEmpty && stubs.allSatisfy { images.codeUse(of: $0.lowerBound) == .none })
        let type = try #require(memory.word(at: context))
        let methods = (7..<32).compactMap { memory.word(at: type + $0 * 8) }
        #expect(functions.dropFirst().contains(where: methods.contains))
    }
}

#if arch(x86_64)
    /// Functions that a test writes down, byte by byte.
    private final class Code {
        private let memory = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 4096, alignment: 16)

        init() { memory.initializeMemory(as: UInt8.self, repeating: 0xCC) }
        deinit { memory.deallocate() }

        /// The address of a function's room.
        func function(_ number: Int) -> UInt {
            UInt(bitPattern: memory.baseAddress) + UInt(number * 64)
        }

        func write(_ bytes: [UInt8], at number: Int) {
            memory[(number * 64)..<(number * 64 + bytes.count)].copyBytes(from: bytes)
        }

        /// A call of a function, or a jump to it, as the instruction behind so many bytes.
        func go(_ operation: UInt8, to target: UInt, from number: Int, at offset: Int) -> [UInt8] {
            let end = function(number) + UInt(offset + 5)
            let distance = UInt32(truncatingIfNeeded: target &- end)
            return [operation] + (0..<4).map { UInt8(distance >> (8 * $0) & 0xFF) }
        }

        /// The last function stands for a stub of the linker's.
        func use(_ address: UInt) -> CodeUse {
            (function(0)..<function(63)).contains(address) ? .own : .none
        }
    }

    @Suite struct MethodReferenceTests {
        private let code = Code()
        private static let entry: [UInt8] = [0x55, 0x48, 0x89, 0xE5]
        private static let (call, jump) = (UInt8(0xE8), UInt8(0xE9))

        private func functions(capturing object: UInt = 0) -> [UInt] {
            ClosureCode(memory: GuardedMemory(), use: code.use)
                .functions(of: code.function(0), capturing: object)
        }

        @Test func aForwarderLeadsToWhatCallsTheMethod() {
            // The forwarder jumps to 1, and that calls 2.
            code.write(
                Self.entry + code.go(Self.jump, to: code.function(1), from: 0, at: 4), at: 0)
            code.write(
                Self.entry + code.go(Self.call, to: code.function(2), from: 1, at: 4)
                    + [0x5D, 0xC3], at: 1)
            code.write([0xC3], at: 2)
            #expect(
                functions() == [
                    code.function(0), code.function(0) + 4, code.function(1),
                    code.function(1) + 4, code.function(2),
                ])
        }

        @Test func aMethodOfAClassIsFoundInTheClassOfWhatIsCaptured() {
            // mov 0x0(%r13),%rax; mov 0x68(%rax),%rax; call *%rax; ret
            let body: [UInt8] = [
                0x49, 0x8B, 0x45, 0, 0x48, 0x8B, 0x40, 0x68, 0xFF, 0xD0, 0xC3,
            ]
            code.write(body, at: 0)
            var type = [UInt](repeating: 0, count: 32)
            type[0x68 / 8] = code.function(3)
            type.withUnsafeBufferPointer { type in
                var object = UInt(bitPattern: type.baseAddress)
                withUnsafeMutablePointer(to: &object) {
                    #expect(
                        functions(capturing: UInt(bitPattern: $0)) == [
                            code.function(0), code.function(0) + 8, code.function(3),
                        ])
                }
            }
            let place = code.function(0) + 8
            #expect(functions(capturing: 8) == [code.function(0), place, place])
        }

        @Test func whatIsReadFromTheStackIsNoMethod() {
            // mov 0x68(%rbp),%rax; call *%rax; ret
            code.write([0x48, 0x8B, 0x45, 0x68, 0xFF, 0xD0, 0xC3], at: 0)
            #expect(functions(capturing: code.function(0)) == [code.function(0)])
        }

        @Test func laterCallsAreLeftOut() {
            var body: [UInt8] = []
            for _ in 0...ClosureCode.mostCalls {
                body += code.go(Self.call, to: code.function(1), from: 0, at: body.count)
            }
            code.write(body + [0xC3], at: 0)
            #expect(functions().count == 1 + ClosureCode.mostCalls * 2)
        }

        @Test func callsOfOtherImagesHaveTheirPlaceAlone() {
            code.write(
                code.go(Self.call, to: code.function(63), from: 0, at: 0)
                    + code.go(Self.call, to: code.function(0) - 4096, from: 0, at: 5) + [0xC3],
                at: 0)
            let start = code.function(0)
            #expect(functions() == [start, start, start, start + 5, start + 5])
        }

        @Test func codeIsReadUpToWhereNothingLeadsOn() {
            // je over the return; ret; call; ret; call
            let branch: [UInt8] = [0x74, 0x01, 0xC3]
            code.write(
                branch + code.go(Self.call, to: code.function(1), from: 0, at: 3) + [0xC3]
                    + code.go(Self.call, to: code.function(2), from: 0, at: 9), at: 0)
            code.write([0xC3], at: 1)
            code.write([0xC3], at: 2)
            #expect(functions() == [code.function(0), code.function(0) + 3, code.function(1)])
        }

        @Test func codeThatIsNotThereIsNotRead() {
            #expect(CodeCalls.read(at: 16, memory: GuardedMemory()) == [])
            #expect(CodeCalls.read(at: .max - 3, memory: GuardedMemory()) == [])
            code.write(code.go(Self.call, to: code.function(1), from: 0, at: 0) + [0xC3], at: 0)
            #expect(CodeCalls.read(at: code.function(0), memory: GuardedMemory()).count == 1)
        }
    }
#endif
