// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct TaskFunctionsTests {
    /// Words that represent a task's header, and the contexts of the functions that it is in.
    private final class Words {
        let start: UnsafeMutablePointer<UInt>

        init(_ words: [UInt]) {
            start = .allocate(capacity: words.count)
            start.initialize(from: words, count: words.count)
        }

        deinit { start.deallocate() }

        var address: UInt { UInt(bitPattern: start) }
    }

    private static let (own, otherOwn): (UInt, UInt) = (0x1_0000, 0x1_0010)
    private static let (runtime, otherRuntime): (UInt, UInt) = (0x2_0000, 0x2_0010)

    private static func use(_ address: UInt) -> CodeUse {
        switch address & ~0xFF {
        case own: .own
        case runtime: .runtime
        default: .none
        }
    }

    private func functions(of task: UInt) -> [UInt] {
        SwiftTask(at: task, GuardedMemory()).functions(use: Self.use)
    }

    /// - Parameter functions: The innermost first.
    private func named(_ functions: [UInt]) -> [UInt] {
        var contexts: [Words] = []
        for function in functions.dropFirst().reversed() {
            contexts.append(Words([contexts.last?.address ?? 0, function]))
        }
        let head: [UInt] = [0, 0, 0, 0, 0, 0, 0, functions.first ?? 0, contexts.last?.address ?? 0]
        let task = Words(head)
        return withExtendedLifetime((task, contexts)) {
            self.functions(of: task.address)
        }
    }

    @Test func theProjectsFunctionsAreNamedFromTheInnermostOut() {
        #expect(named([Self.own, Self.otherOwn]) == [Self.own, Self.otherOwn])
    }

    @Test func functionsOfTheRuntimesAreLookedThrough() {
        #expect(
            named([Self.runtime, Self.otherOwn, Self.otherRuntime, Self.own])
                == [Self.otherOwn, Self.own])
    }

    @Test func withoutAFunctionOfTheProjectsItIsTheInnermost() {
        #expect(named([Self.runtime, Self.otherRuntime]) == [Self.runtime])
    }

    @Test func whatIsNoCodeIsNoFunction() {
        #expect(named([0x3_0000, 0]) == [])
        #expect(named([0x3_0000, Self.own]) == [Self.own])
    }

    @Test func eachIsNamedOnce() {
        #expect(named([Self.own, Self.own, Self.otherOwn]) == [Self.own, Self.otherOwn])
    }

    @Test func aCircleOfCallersEnds() {
        let context = Words([0, Self.own])
        context.start[0] = context.address
        let task = Words([0, 0, 0, 0, 0, 0, 0, Self.otherRuntime, context.address])
        withExtendedLifetime((task, context)) {
            #expect(functions(of: task.address) == [Self.own])
        }
    }

    @Test func memoryThatIsNotThereIsNoTask() {
        #expect(functions(of: 8) == [])
        let task = Words([0, 0, 0, 0, 0, 0, 0, Self.own, 0])
        #expect(withExtendedLifetime(task) { functions(of: task.address) } == [Self.own])
    }

    @Test(arguments: [
        ("/usr/lib/libswift_Concurrency.so", CodeUse.runtime), ("libdispatch.so", .runtime),
        ("/a/libFoundationEssentials.so", .runtime), ("/lib/libc.so.6", .runtime),
        ("/app/ribleak-demo", .own), ("/app/libcamera.so", .own), ("", .own),
    ]) func anImagesFileSaysWhoseCodeItHas(path: String, use: CodeUse) {
        #expect(CodeUse(inImage: path) == use)
    }
}
