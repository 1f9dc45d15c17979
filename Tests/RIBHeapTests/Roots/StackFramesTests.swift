// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct StackFramesTests {
    /// Words that represent a stack, from its lowest address in use.
    private final class Stack {
        let words: UnsafeMutablePointer<UInt>
        private let count: Int

        init(_ count: Int) {
            self.count = count
            words = .allocate(capacity: count)
            words.initialize(repeating: 0, count: count)
        }

        deinit { words.deallocate() }

        func address(_ index: Int) -> UInt { UInt(bitPattern: words + index) }

        /// A frame that begins at a word, its caller's, and where that goes on.
        func frame(at index: Int, caller: Int, returnsTo code: UInt) {
            words[index] = address(caller)
            words[index + 1] = code
        }

        var frames: StackFrames {
            StackFrames(from: address(0), memory: GuardedMemory()) { code($0) }
        }

        private func code(_ address: UInt) -> Bool { (0x1_0000..<0x2_0000).contains(address) }
    }

    /// Four functions: the innermost has four words, each other eight.
    private func stack() -> Stack {
        let stack = Stack(64)
        stack.frame(at: 4, caller: 12, returnsTo: 0x1_0001)
        stack.frame(at: 12, caller: 20, returnsTo: 0x1_0002)
        stack.frame(at: 20, caller: 28, returnsTo: 0x1_0003)
        stack.frame(at: 28, caller: 36, returnsTo: 0x1_0004)
        return stack
    }

    /// A function is known by the call that it is in, which ends before the return address.
    @Test func aVariableBelongsToTheFunctionWhoseFrameItIsIn() {
        let stack = stack()
        let frames = stack.frames
        let functions = [7, 11, 15, 22].map { frames.function(at: stack.address($0)) }
        #expect(functions == [0x1_0000, 0x1_0000, 0x1_0001, 0x1_0002])
    }

    @Test func onlyWhatLiesBetweenTheInnermostAndTheOutermostFrameHasAKnownFunction() {
        let stack = stack()
        let functions = [2, 7, 50].map { stack.frames.function(at: stack.address($0)) }
        #expect(functions == [nil, 0x1_0000, nil])
    }

    @Test func wordsThatOnlyLookLikeAFrameAreNone() {
        let stack = stack()
        // It leads to words that are no frame.
        stack.frame(at: 0, caller: 6, returnsTo: 0x1_0009)
        #expect(stack.frames.function(at: stack.address(7)) == 0x1_0000)
    }

    @Test func aStackWithoutFramesHasNoFunctions() {
        let stack = Stack(16)
        #expect(stack.frames.function(at: stack.address(5)) == nil)
        stack.frame(at: 2, caller: 6, returnsTo: 0x1_0001)
        stack.frame(at: 6, caller: 10, returnsTo: 0x1_0002)
        stack.frame(at: 10, caller: 14, returnsTo: 0x1_0003)
        #expect(stack.frames.function(at: stack.address(5)) == 0x1_0000)
    }

    @Test func aCircleEnds() {
        let stack = stack()
        stack.frame(at: 36, caller: 4, returnsTo: 0x1_0005)
        #expect(stack.frames.function(at: stack.address(15)) == 0x1_0001)
    }
}
