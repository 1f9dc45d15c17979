// SPDX-License-Identifier: Apache-2.0

/// The active frames of a thread's stack, found through the chain of frame pointers.
///
/// Swift functions keep that chain, and C functions mostly leave it alone. A stack is full of data
/// from functions that have returned. A live variable is in the frame of a function that has not.
///
/// A frame begins with the address of the caller's frame and the return address. The procedure call
/// standards say so: "System V ABI", 3.2.2, for x86-64 and "AAPCS64", 6.4.6, for arm64.
struct StackFrames {
    private struct Frame {
        /// The start of the frame. All of its variables lie below.
        let start: UInt
        /// Where the frame's function was when it called the next one; nil for the innermost frame.
        let function: UInt?
    }

    /// The frames by increasing start, the innermost first.
    private let frames: [Frame]

    private static let most = 1024
    private static let mostBytes: UInt = 1 << 20
    /// The most words that may look like the first frame before one leads to a next frame.
    private static let mostInChain = 3

    /// - Parameters:
    ///   - start: The lowest address of the stack that is in use.
    ///   - isCode: Whether there is a function at an address.
    init(from start: UInt, memory: GuardedMemory, isCode: (UInt) -> Bool) {
        func next(_ frame: UInt) -> (start: UInt, function: UInt)? {
            guard let caller = memory.word(at: frame), let code = memory.word(at: frame &+ 8),
                caller > frame, caller &- frame < Self.mostBytes, caller & 7 == 0, isCode(code)
            else { return nil }
            return (caller, code)
        }
        func isChain(_ frame: UInt) -> Bool {
            var frame = frame
            for _ in 0..<Self.mostInChain {
                guard let caller = next(frame) else { return false }
                frame = caller.start
            }
            return true
        }
        var frames: [Frame] = []
        var first = start
        while first &- start < Self.mostBytes, memory.word(at: first) != nil, !isChain(first) {
            first = first &+ 8
        }
        var frame = first
        var function: UInt?
        while frames.count < Self.most, let caller = next(frame) {
            frames.append(Frame(start: frame, function: function))
            (frame, function) = caller
        }
        frames.append(Frame(start: frame, function: function))
        self.frames = frames
    }

    /// The address in the function with a variable at an address; nil when no frame is known there.
    func function(at address: UInt) -> UInt? {
        frames.first { address < $0.start }?.function
    }
}
