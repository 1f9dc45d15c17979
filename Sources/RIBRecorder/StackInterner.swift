import CRIBShims
import RIBTrace

/// Gives each distinct call stack one number, and says it to the trace once.
///
/// A stack seen before costs a hash, one look into a table without a lock, and a comparison.
final class StackInterner: @unchecked Sendable {
    // Unchecked but right: `known` may be read by any thread and is added to in the lock of `state`,
    // and an `InternedStack` changes only by an atomic store.
    private typealias Frames = UnsafeBufferPointer<UnsafeMutableRawPointer?>

    private let depth: Int
    /// Hashes of stacks, and the addresses of the objects in `state.stacks`.
    private let known = InsertOnlyMap()
    private let state = Protected(State())

    private struct State {
        var stacks: [InternedStack] = []
        var images = ImageTable()
    }

    /// - Parameter depth: Frames a stack has at most.
    init(depth: Int) {
        self.depth = depth
    }

    /// Captures the calling thread's stack.
    ///
    /// - Parameter define: Receives the definitions that must precede the first use of the id. It
    ///   runs while other threads wait: it only writes to the calling thread's stream.
    /// - Returns: None when this machine cannot capture stacks.
    @inline(__always)
    func capture(define: (TraceEvent) -> Void) -> StackID {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: depth + 1) {
            buffer in
            let count = Int(ribleak_stacks_capture(buffer.baseAddress, Int32(depth + 1)))
            guard count > 0 else { return .none }
            let frames = Frames(rebasing: buffer[..<min(count, depth)])
            let hash = ribleak_stacks_hash(frames.baseAddress, frames.count)
            if let id = find(frames, isTruncated: count > depth, hash: hash) { return id }
            return intern(frames, isTruncated: count > depth, hash: hash, define: define)
        }
    }

    /// The number of a stack seen before, if its addresses still lie where they did.
    @inline(__always)
    private func find(_ frames: Frames, isTruncated: Bool, hash: UInt64) -> StackID? {
        // Stacks with the same hash, and equal ones of other times, stand in a row.
        var key = hash
        while let stack = stack(for: key) {
            let id: StackID? = stack._withUnsafeGuaranteedRef { stack in
                stack.isEqual(frames, isTruncated: isTruncated) && stack.isValid
                    ? StackID(stack.id) : nil
            }
            if let id { return id }
            key = Self.next(key)
        }
        return nil
    }

    @inline(__always)
    private func stack(for key: UInt64) -> Unmanaged<InternedStack>? {
        UnsafeRawPointer(bitPattern: UInt(known.value(of: key))).map(Unmanaged.fromOpaque)
    }

    @inline(never)
    private func intern(
        _ frames: Frames, isTruncated: Bool, hash: UInt64, define: (TraceEvent) -> Void
    ) -> StackID {
        state.withLock { state in
            for image in state.images.refresh() ?? [] { define(.imageDefined(image)) }
            let addresses = frames.map { UInt64(UInt(bitPattern: $0)) }
            let places = addresses.map(state.images.frame(at:))
            let generation = state.images.generation
            var key = hash
            while let known = stack(for: key)?.takeUnretainedValue() {
                if known.isEqual(frames, isTruncated: isTruncated),
                    Self.renew(known, at: places, generation: generation)
                {
                    return StackID(known.id)
                }
                key = Self.next(key)
            }
            let stack = InternedStack(
                id: UInt64(state.stacks.count + 1), copying: frames, isTruncated: isTruncated,
                transience: addresses.allSatisfy(state.images.isPermanent)
                    ? nil : .init(places: places, generation: AtomicCounter(generation)))
            state.stacks.append(stack)
            let definition = StackDefinition(frames: places, isTruncated: isTruncated)
            define(.stackDefined(StackID(stack.id), definition))
            known.add(
                UInt64(UInt(bitPattern: Unmanaged.passUnretained(stack).toOpaque())), for: key)
            return StackID(stack.id)
        }
    }

    /// - Returns: True when the addresses still lie where they did.
    private static func renew(
        _ stack: InternedStack, at places: [StackDefinition.Frame], generation: UInt64
    ) -> Bool {
        guard let transience = stack.transience else { return true }
        guard transience.places == places else { return false }
        transience.generation.value = generation
        return true
    }

    /// Keys stay odd, so they are never 0.
    private static func next(_ key: UInt64) -> UInt64 { key &+ 2 }
}
