// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation
import RIBTrace

/// The memory of one thread: the live part of its stack, and its thread-local variables.
struct ThreadMemory {
    let name: String
    let regions: [Range<UInt>]

    /// All threads of the process with a stack that can be found, including the calling one.
    ///
    /// A stack can be found while its thread waits in the system. On a busy machine, a thread may
    /// still be waiting for a processor on its way there. So this pauses for running threads, until
    /// they wait or use enough processor time to count as busy.
    ///
    /// - Parameters:
    ///   - ownFrames: An address in the calling thread's stack. Frames below it are left out.
    ///   - enoughTime: The processor time in nanoseconds within which a thread about to wait does
    ///     so.
    ///   - list: ``listSize`` bytes that no other search uses, for where a call lists threads. The
    ///     regions of registers are in it. Not malloc's memory: there, registers would look like an
    ///     allocation.
    ///   - pause: Lets other threads run for a while.
    static func all(
        memory: GuardedMemory, maps: ProcessMaps, ownFrames: UInt, enoughTime: UInt64 = 10_000_000,
        list: UnsafeMutableRawPointer? = nil, pause: () -> Void = { usleep(1_000) }
    ) -> [ThreadMemory] {
        let own = Int(ribleak_thread_number())
        var found: [Int: ThreadMemory] = [:]
        if let stack = stack(from: ownFrames, memory: memory, maps: maps) {
            let regions = [stack, ownVariables(memory: memory, maps: maps)].compactMap { $0 }
            found[own] = ThreadMemory(name: name(of: own), regions: regions)
        }
        // A thread may end, and a new one get its number, during the listing.
        var running = Dictionary(others.map { ($0, processorTime(of: $0)) }) { first, _ in first }
        for _ in 0..<mostPauses where !running.isEmpty {
            for (thread, before) in running {
                if let pointer = stackPointer(call(of: thread)) {
                    running[thread] = nil
                    found[thread] = stack(from: pointer, memory: memory, maps: maps)
                        .map { ThreadMemory(name: name(of: thread), regions: [$0]) }
                } else if !isStarting(thread, since: before, enoughTime) {
                    running[thread] = nil
                }
            }
            if !running.isEmpty { pause() }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
            + listed(in: list, memory: memory, maps: maps)
    }

    private static let mostListed = 256
    /// The bytes that the list of threads takes where a call lists them.
    static let listSize = mostListed * MemoryLayout<ribleak_thread>.stride

    /// The threads that wait in the system, where a call lists them: on Apple's platforms. Some
    /// variables may be in registers only.
    private static func listed(
        in list: UnsafeMutableRawPointer?, memory: GuardedMemory, maps: ProcessMaps
    ) -> [ThreadMemory] {
        guard let table = list?.assumingMemoryBound(to: ribleak_thread.self) else { return [] }
        return (0..<ribleak_list_threads(table, mostListed)).compactMap { index in
            let (place, pointer) = (UInt(bitPattern: table + index), table[index].stack_pointer)
            let registers = place..<place + UInt(MemoryLayout<ribleak_thread>.stride)
            let name = String(cString: ribleak_thread_name(table + index))
            return stack(from: UInt(pointer), memory: memory, maps: maps).map {
                ThreadMemory(
                    name: name.isEmpty ? "a thread" : "thread \(name)", regions: [$0, registers])
            }
        }
    }

    /// The numbers of all threads but the calling one.
    static var others: [Int] {
        let own = Int(ribleak_thread_number())
        let names = (try? TraceReader.fileNames(in: "/proc/self/task")) ?? []
        return names.compactMap(Int.init).filter { $0 != own }
    }

    /// Whether a running thread still exists and has used little processor time since.
    static func isStarting(_ thread: Int, since before: UInt64?, _ enoughTime: UInt64) -> Bool {
        guard let before, let now = processorTime(of: thread) else { return false }
        return now - min(now, before) < enoughTime
    }

    /// The processor time of a thread in nanoseconds; nil when the system does not report it.
    static func processorTime(of thread: Int) -> UInt64? {
        read("schedstat", of: thread).split(separator: " ").first
            .flatMap { UInt64($0) }
    }

    private static func name(of thread: Int) -> String {
        "thread " + read("comm", of: thread).prefix { $0 != "\n" }
    }

    /// What the system says of the call that a thread waits in.
    static func call(of thread: Int) -> String { read("syscall", of: thread) }

    private static func read(_ file: String, of thread: Int) -> String {
        ProcessMaps.text(of: "/proc/self/task/\(thread)/\(file)")
    }

    /// The stack pointer of a thread that waits in the system; nil for a running thread.
    static func stackPointer(_ line: String) -> UInt? {
        let fields = line.split { $0 == " " || $0 == "\n" }
        guard fields.count >= 3, fields[fields.count - 2].hasPrefix("0x") else { return nil }
        return UInt(fields[fields.count - 2].dropFirst(2), radix: 16)
    }

    /// The region from a stack pointer to the end of the thread's own memory.
    static func stack(
        from pointer: UInt, memory: GuardedMemory, maps: ProcessMaps
    ) -> Range<UInt>? {
        guard let mapping = maps.mapping(of: pointer) else { return nil }
        let start = pointer & ~7
        let end = mapping.region.upperBound
        if mapping.path == "[stack]" { return start..<end }
        // Other memory may begin just behind the thread's, even pages that this search has copied.
        var at = (start + 63) & ~63
        let most = min(end, at + mostStack)
        while at < most {
            // glibc's record of a thread has its own address at offsets 0 and 16.
            if memory.word(at: at) == at, memory.word(at: at + 16) == at {
                return start..<min(at + controlBlockSize, most)
            }
            at += 64
        }
        return start..<min(end, start + unsureStack)
    }

    /// The calling thread's variables, where they are not part of its stack's memory.
    private static func ownVariables(memory: GuardedMemory, maps: ProcessMaps) -> Range<UInt>? {
        let block = UInt(ribleak_thread_block())
        return maps.mapping(of: block).map { mapping in
            let start = max(mapping.region.lowerBound, block &- mostVariables)
            return start..<min(mapping.region.upperBound, block + controlBlockSize)
        }
    }

    /// Ends the wait where threads get hardly any processor time.
    static let mostPauses = 1_000
    private static let controlBlockSize: UInt = 2304
    private static let mostVariables: UInt = 16 << 10
    private static let mostStack: UInt = 16 << 20
    private static let unsureStack: UInt = 64 << 10
}

/// The active frames of a thread's stack, found through the chain of frame pointers.
///
/// Swift functions keep that chain, and C functions mostly leave it alone. A stack is full of data
/// from functions that have returned. A live variable is in the frame of a function that has not.
///
/// A frame begins with the address of the caller's frame and the return address. The procedure call
/// standards say so: "System V ABI", 3.2.2, for x86-64 and "AAPCS64", 6.4.6, for arm64.
struct StackFrames {
    /// The frames by increasing start, the innermost first. All variables of a frame lie below it.
    /// Each has the place in its function that called the next one; nil for the innermost.
    private var frames: [(start: UInt, function: UInt?)] = []

    private static let most = 1024
    private static let mostBytes: UInt = 1 << 20

    /// - Parameters:
    ///   - start: The lowest address of the stack that is in use.
    ///   - isCode: Whether there is a function at an address.
    init(from start: UInt, memory: GuardedMemory, isCode: (UInt) -> Bool) {
        func next(_ frame: UInt) -> (start: UInt, function: UInt)? {
            guard let caller = memory.word(at: frame), let code = memory.word(at: frame &+ 8),
                caller > frame, caller &- frame < Self.mostBytes, caller & 7 == 0, isCode(code)
            else { return nil }
            // The return address may already belong to the next line or function.
            return (caller, code &- 1)
        }
        // One or two words may look like a frame.
        func isChain(_ frame: UInt) -> Bool {
            next(frame).flatMap { next($0.start) }.flatMap { next($0.start) } != nil
        }
        var first = start
        while first &- start < Self.mostBytes, memory.word(at: first) != nil, !isChain(first) {
            first = first &+ 8
        }
        var (frame, function): (UInt, UInt?) = (first, nil)
        while frames.count < Self.most, let caller = next(frame) {
            frames.append((frame, function))
            (frame, function) = caller
        }
        frames.append((frame, function))
    }

    /// Where the outermost known frame begins. Nothing is known of what lies behind it.
    var end: UInt { frames.last?.start ?? 0 }

    /// The address of the call that the function with a variable at an address is in; nil when no
    /// frame is known there.
    func function(at address: UInt) -> UInt? { frames.first { address < $0.start }?.function }
}
