// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

@Suite struct TaskClosureTests {
    /// Words with the layout of a task, written over earlier contents.
    private final class Words {
        private static let bytes = 640
        private let start = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 32)
        private var words: UnsafeMutablePointer<UInt> { start.assumingMemoryBound(to: UInt.self) }

        init() { words.initialize(repeating: 0, count: Self.bytes / 8) }

        deinit { start.deallocate() }

        var found: UInt? {
            SwiftTask(at: UInt(bitPattern: start), GuardedMemory())
                .closurePlace(size: Self.bytes)
        }

        /// - Parameters:
        ///   - result: The type of the task's result; nil for a task that has none.
        ///   - state: How many bytes the task's own state takes.
        /// - Returns: Where the closure's context is.
        @discardableResult
        func lay(result: Any.Type?, state: Int = 208) -> UInt {
            words[4] = result == nil ? 0 : 1 << 25
            var end = state
            if let result {
                words[state / 8] = 0
                words[state / 8 + 1] = unsafeBitCast(result, to: UInt.self)
                words[state / 8 + 2] = 0
                let layout = Self.layout(of: result)
                let value = Self.aligned(state + 24, layout.alignment)
                end = Self.aligned(value + layout.size, 16)
                words[end / 8] = UInt(bitPattern: start) + UInt(value)
            } else {
                end = Self.aligned(end, 16)
                words[end / 8] = 0
            }
            let context = end / 8 + 2
            words[context - 1] = Self.entry
            words[context] = Self.closure
            words[context + 1] = 0
            words[context + 2] = 0
            words[context + 3] = Self.completion
            return UInt(context * 8)
        }

        private static let (entry, closure): (UInt, UInt) = (0x10_0000, 0x20_0000)
        /// An address in the library that runs tasks, in place of its code.
        private static var completion: UInt {
            UInt(bitPattern: dlsym(nil, SwiftTask.metadataSymbol))
        }

        private static func aligned(_ place: Int, _ alignment: Int) -> Int {
            (place + alignment - 1) / alignment * alignment
        }

        private static func layout(of type: Any.Type) -> (size: Int, alignment: Int) {
            func layout<T>(_: T.Type) -> (size: Int, alignment: Int) {
                (MemoryLayout<T>.size, MemoryLayout<T>.alignment)
            }
            return _openExistential(type, do: layout)
        }
    }

    private typealias Pair = (Int, String)
    private typealias Long = (String, String, String, String, String)
    private static let results: [Any.Type?] = [
        nil, Void.self, Bool.self, Int.self, Pair.self, Long.self, SIMD4<Float>.self,
        SIMD4<Double>.self,
    ]

    @Test(arguments: [192, 200, 208, 216, 232])
    func itIsBehindAResultOfAnySize(state: Int) {
        for result in Self.results {
            let task = Words()
            let place = task.lay(result: result, state: state)
            #expect(task.found == place, "\(String(describing: result))")
        }
    }

    @Test(arguments: results.indices)
    func whatAnotherTaskLeftThereIsNotIt(before: Int) {
        for result in Self.results {
            let task = Words()
            task.lay(result: Self.results[before])
            let place = task.lay(result: result)
            #expect(task.found == place, "\(String(describing: result))")
        }
    }

    @Test func memoryThatIsNoTasksHasNone() {
        let words = Words()
        #expect(words.found == nil)
        words.lay(result: Int.self)
        #expect(words.found != nil)
        #expect(SwiftTask(at: 8, GuardedMemory()).closurePlace(size: 640) == nil)
        #expect(SwiftTask(at: 8, GuardedMemory()).closurePlace(size: 0) == nil)
    }
}
