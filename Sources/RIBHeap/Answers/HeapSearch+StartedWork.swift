// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// Finds the work that other threads have taken from a queue of libdispatch and have not finished.
///
/// It is in no queue any more: only the stack of its thread leads to it. On a busy machine, a
/// thread may wait for a processor for a long time before it begins.
extension HeapSearch {
    private struct Worker {
        /// Its processor time when it was first looked at, in nanoseconds.
        let start: UInt64?
        /// How often it was seen to wait for something in the middle of its work.
        var waits = 0
        var work: [UInt] = []
    }

    /// A thread that waits this often in the middle of its work goes on waiting.
    private static let mostWaits = 20
    /// The processor time in nanoseconds within which a thread ends its work or waits. One that
    /// computes for longer has begun it. The first time, a task looks up types before it sleeps.
    private static let enoughTime: UInt64 = 30_000_000
    /// How many words below a return address to libdispatch may be the work that it calls.
    private static let wordsOfCall = 32

    /// Waits until no thread is at work, except those that are blocked in it or have used enough
    /// processor time. They may hand work on to each other meanwhile, also to one that was blocked.
    ///
    /// - Returns: For each that is blocked, the blocks, tasks and queues that it is at work with.
    package static func startedWork() -> [[UInt]] {
        let memory = GuardedMemory(capacity: 1 << 18, mostCapacity: 1 << 18)
        var workers: [Int: Worker] = [:]
        var maps: ProcessMaps?
        var (looks, quietLooks) = (0, 0)
        // Between two threads that are looked at one after the other, work may go from the second
        // to the first. So one look in which none is at work is not enough.
        while quietLooks < 2, looks < ThreadMemory.mostPauses {
            looks += 1
            memory.forget()
            var (isAnyAtWork, isAnyBlocked) = (false, false)
            for thread in ThreadMemory.others {
                if ribleak_thread_waits_for_work(UInt32(thread)) == 1 {
                    workers[thread]?.work = []
                    continue
                }
                var worker =
                    workers[thread] ?? Worker(start: ThreadMemory.processorTime(of: thread))
                let isAtWork = isAtWork(thread, &worker, memory, &maps)
                workers[thread] = worker
                (isAnyAtWork, isAnyBlocked) = (isAnyAtWork || isAtWork, isAnyBlocked || !isAtWork)
            }
            quietLooks = isAnyAtWork ? 0 : quietLooks + 1
            // Only in a test, and nothing tells when another thread rests: it needs the processor.
            // One that is blocked may have waited for this look, or for a thread that was at work.
            if isAnyAtWork || isAnyBlocked && quietLooks == 1 { usleep(1_000) }
        }
        return workers.values.map(\.work).filter { !$0.isEmpty }
    }

    private static func isAtWork(
        _ thread: Int, _ worker: inout Worker, _ memory: GuardedMemory, _ maps: inout ProcessMaps?
    ) -> Bool {
        let call = ThreadMemory.call(of: thread)
        // One that waits for a page of memory is not blocked in its work.
        guard !call.hasPrefix("-1 "), let pointer = ThreadMemory.stackPointer(call) else {
            return ThreadMemory.isStarting(thread, since: worker.start, enoughTime)
        }
        // A new thread has a new stack.
        let known = maps.flatMap { $0.mapping(of: pointer) == nil ? nil : $0 } ?? ProcessMaps()
        maps = known
        worker.waits += 1
        worker.work =
            ThreadMemory.stack(from: pointer, memory: memory, maps: known)
            .map { work(on: $0, memory) } ?? []
        return worker.waits < mostWaits && !worker.work.isEmpty
    }

    /// The running task next to where libdispatch calls something. If there is none, the blocks,
    /// queues and sources there, the outermost first. Other words may be left over, and lead
    /// anywhere.
    ///
    /// What waits in the queues of tasks is listed, and their memory leads to other tasks.
    private static func work(on stack: Range<UInt>, _ memory: GuardedMemory) -> [UInt] {
        let blockClass = HeapChunks.blockClass
        var work: [UInt] = []
        var left = 0
        for place in stride(from: stack.upperBound &- 8, through: stack.lowerBound, by: -8) {
            guard let word = memory.word(at: place) else { continue }
            if ribleak_is_of_dispatch(word) == 1 {
                left = wordsOfCall
            } else if left > 0 {
                left -= 1
                guard SwiftObjectGraph.canBeObject(word), let first = memory.word(at: word) else {
                    continue
                }
                if first == blockClass || ribleak_is_of_dispatch(first) == 1 {
                    work.append(word)
                } else {
                    let task = SwiftTask(at: word, memory)
                    if task.exists, task.isRunning { return [word] }
                }
            }
        }
        return work
    }
}
