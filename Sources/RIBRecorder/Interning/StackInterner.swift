// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Gives each distinct call stack one number, and writes it to the trace once.
final class StackInterner: Sendable {
    private typealias Frames = UnsafeBufferPointer<UnsafeMutableRawPointer?>
    /// What a capture fills, with room for more than its frames.
    private typealias Buffer = UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>

    private let depth: Int
    /// Most stacks are not deeper. Up to here, a capture needs no memory from the heap, and a stack
    /// is written whole.
    private static let usualDepth = 64
    private let memory: MemoryBudget
    private let budget: CostBudget?
    /// The stacks seen before, by their hashes. Their lock is not that of `images`, which is held
    /// while a stack is written: nobody waits for that who has a known one.
    private let known = Protected<[UInt64: [InternedStack]]>([:])
    /// Its number is how many stacks have one.
    private let images: Protected<ImageTable>

    /// - Parameters:
    ///   - memory: When it is used up, only known stacks are captured.
    ///   - budget: What distinct stacks may take in the trace; nil for no limit.
    init(depth: Int, memory: MemoryBudget, budget: CostBudget? = nil) {
        self.depth = depth
        self.memory = memory
        self.budget = budget
        images = Protected(ImageTable(memory: memory))
    }

    /// Captures the calling thread's stack.
    ///
    /// - Parameter define: Receives the definitions that must precede the first use of the id. It
    ///   runs while other threads wait, so it only writes to the calling thread's stream.
    /// - Returns: None when this machine cannot capture stacks, or there is no memory for another.
    @inline(__always)
    func capture(define: (TraceEvent) -> Void) -> StackID {
        let most = min(depth, Self.usualDepth)
        let capacity = Self.capacity(most)
        return withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: capacity)
        { buffer in
            let count = Int(ribleak_stacks_capture(buffer.baseAddress, Int32(capacity)))
            guard count > 0 else { return .none }
            if count > most, most < depth,
                let id = captureDeeper(Frames(rebasing: buffer[..<count]), define: define)
            {
                return id
            }
            return id(of: buffer, count: count, atMost: most, define: define)
        }
    }

    /// One frame more than is kept shows whether the stack is deeper.
    private static func capacity(_ depth: Int) -> Int { depth + 1 + Int(RIBLEAK_STACKS_SPARE) }

    /// Captures the stack again, since it is deeper than its known frames. Nil if it cannot be
    /// walked again.
    @inline(never)
    private func captureDeeper(_ known: Frames, define: (TraceEvent) -> Void) -> StackID? {
        let capacity = Self.capacity(depth) + Int(RIBLEAK_STACKS_BETWEEN)
        let buffer = Buffer.allocate(capacity: capacity)
        defer { buffer.deallocate() }
        let count = Int(
            ribleak_stacks_capture_deeper(
                known.baseAddress, Int32(known.count), buffer.baseAddress, Int32(capacity)))
        guard count >= known.count else { return nil }
        return id(of: buffer, count: count, atMost: depth, define: define)
    }

    /// Interns functions as a stack. Each stands for a return address just behind the function's
    /// first byte. Those beyond the depth limit are left out.
    func intern(codeAt addresses: [UInt], define: (TraceEvent) -> Void) -> StackID {
        var frames = addresses.prefix(depth).map { UnsafeMutableRawPointer(bitPattern: $0 &+ 1) }
        if frames.isEmpty { return .none }
        return frames.withUnsafeMutableBufferPointer {
            id(of: $0, count: $0.count, atMost: depth, define: define)
        }
    }

    /// The number of a captured stack, of which only so many frames are kept.
    private func id(
        of captured: Buffer, count: Int, atMost most: Int, define: (TraceEvent) -> Void
    ) -> StackID {
        let frames = Frames(rebasing: captured[..<min(count, most)])
        let hash = ribleak_stacks_hash(frames.baseAddress, frames.count)
        return find(frames, isTruncated: count > most, hash: hash)
            ?? intern(captured, count: count, atMost: most, define: define)
    }

    /// The number of a stack seen before, if its addresses still lie in the same images.
    private func find(_ frames: Frames, isTruncated: Bool, hash: UInt64) -> StackID? {
        let found = known.withLock { known -> (id: StackID, generation: UInt64?)? in
            // By its index: a copy would count references.
            guard let stacks = known[hash],
                let index = stacks.lastIndex(where: {
                    $0.isEqual(frames, isTruncated: isTruncated)
                })
            else { return nil }
            return (stacks[index].id, stacks[index].generation)
        }
        guard let found else { return nil }
        // Asked outside the lock, for which a thread may wait that the loader waits for.
        let isValid = found.generation.map { $0 == ribleak_images_generation() } ?? true
        return isValid ? found.id : nil
    }

    private func intern(
        _ captured: Buffer, count: Int, atMost most: Int, define: (TraceEvent) -> Void
    ) -> StackID {
        images.withLock { images in
            for image in images.refresh() { define(.imageDefined(image)) }
            let count = Self.mend(captured, count: count, images: images) ?? count
            let frames = Frames(rebasing: captured[..<min(count, most)])
            return number(of: frames, isTruncated: count > most, in: images, define: define)
        }
    }

    /// The number of a stack. Defines the stack if it is new, and before it the callers that it may
    /// have in common with others.
    private func number(
        of frames: Frames, isTruncated: Bool, in images: ImageTable, define: (TraceEvent) -> Void
    ) -> StackID {
        let hash = ribleak_stacks_hash(frames.baseAddress, frames.count)
        let addresses = frames.map { UInt64(UInt(bitPattern: $0)) }
        let places = addresses.map(images.frame(at:))
        let generation = images.generation
        if let id = renew(frames, isTruncated: isTruncated, hash: hash, at: places, generation) {
            return id
        }
        // Counted from the outermost frame, so that stacks with the same callers have equal parts.
        let ownDepth = (frames.count - 1) % Self.usualDepth + 1
        var outer = StackID.none
        if ownDepth < frames.count {
            outer = number(
                of: Frames(rebasing: frames[ownDepth...]), isTruncated: isTruncated, in: images,
                define: define)
            guard !outer.isNone else { return .none }
        }
        let definition = StackDefinition(
            frames: Array(places.prefix(ownDepth)), isTruncated: isTruncated && outer.isNone)
        let id = StackID(self.images.number + 1)
        // The definition last: without room for both, there is no stack that seems to be whole.
        let events =
            (outer.isNone ? [] : [TraceEvent.stackContinued(id, by: outer)])
            + [.stackDefined(id, definition)]
        if let budget {
            guard budget.take(events.reduce(0) { $0 + $1.encodedSize }) else { return .none }
        }
        guard memory.take(InternedStack.size(of: frames.count)) else { return .none }
        self.images.number += 1
        events.forEach(define)
        let isPermanent = addresses.allSatisfy(images.isPermanent)
        let stack = InternedStack(
            id: id, frames: Array(frames), isTruncated: isTruncated,
            places: isPermanent ? [] : places, generation: isPermanent ? nil : generation)
        known.withLock { $0[hash, default: []].append(stack) }
        return id
    }

    /// The number of a stack seen before, if its addresses lie in the same images again.
    private func renew(
        _ frames: Frames, isTruncated: Bool, hash: UInt64, at places: [StackDefinition.Frame],
        _ generation: UInt64
    ) -> StackID? {
        known.withLock { known in
            let index = known[hash]?.firstIndex {
                $0.isEqual(frames, isTruncated: isTruncated)
                    && ($0.generation == nil || $0.places == places)
            }
            guard let index, var stack = known[hash]?.remove(at: index) else { return nil }
            if stack.generation != nil { stack.generation = generation }
            // Behind equal stacks of other images: the last of them is the one that may be valid.
            known[hash]?.append(stack)
            return stack.id
        }
    }

    /// Walks a stack again if libunwind may have used what it remembered of an unloaded library.
    /// The new number of frames, or nil when there was no reason to.
    private static func mend(_ captured: Buffer, count: Int, images: ImageTable) -> Int? {
        let doubtful = captured[..<count].firstIndex {
            !images.isPermanent(UInt64(UInt(bitPattern: $0)))
        }
        guard let doubtful, ribleak_images_unloaded() != 0 else { return nil }
        return Int(
            ribleak_stacks_mend(
                captured.baseAddress, Int32(count), Int32(doubtful), Int32(captured.count)))
    }
}

/// A limit on the memory for what is kept until the process ends: distinct stacks and texts.
final class MemoryBudget: Sendable {
    private let used = AtomicCounter()
    private let limit: UInt64
    private let onExhaustion: @Sendable () -> Void

    /// - Parameter onExhaustion: Called whenever something did not fit.
    init(limit: Int, onExhaustion: @escaping @Sendable () -> Void) {
        self.limit = UInt64(limit)
        self.onExhaustion = onExhaustion
    }

    var usedBytes: UInt64 { used.value }

    /// - Returns: False when that much is not left.
    func take(_ bytes: Int) -> Bool {
        if used.add(UInt64(bytes), upTo: limit) { return true }
        onExhaustion()
        return false
    }
}

/// A call stack that has a number, kept for comparison with later captures.
private struct InternedStack {
    let id: StackID
    let frames: [UnsafeMutableRawPointer?]
    let isTruncated: Bool
    /// Where the addresses lay when they were last looked up; empty when none can move.
    let places: [StackDefinition.Frame]
    /// The loader's generation of that look-up: at another one, a library was loaded or unloaded
    /// since, so that an address may now lie in another image. Nil when every address lies in an
    /// image that is never unloaded.
    var generation: UInt64?

    /// The approximate bytes that a stack of this many frames takes, including its table entries.
    static func size(of depth: Int) -> Int { 128 + depth * MemoryLayout<UnsafeRawPointer>.size }

    func isEqual(
        _ other: UnsafeBufferPointer<UnsafeMutableRawPointer?>, isTruncated: Bool
    ) -> Bool {
        guard frames.count == other.count, self.isTruncated == isTruncated,
            let right = other.baseAddress
        else { return false }
        return frames.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, right, bytes.count) == 0 } ?? false
        }
    }
}
