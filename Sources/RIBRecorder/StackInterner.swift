import CRIBShims
import RIBTrace

/// Gives each distinct call stack one number, and says it to the trace once.
final class StackInterner: Sendable {
    private struct State {
        var ids: [[UInt]: StackID] = [:]
        var images = ImageTable()
        var lastID: UInt64 = 0
    }

    private let state = Protected(State())
    private let depth: Int

    /// - Parameter depth: Frames a stack has at most.
    init(depth: Int) {
        self.depth = depth
    }

    /// Captures the calling thread's stack.
    ///
    /// - Parameter define: Receives the definitions that must precede the first use of the id. It
    ///   runs while other threads wait: it only writes to the calling thread's stream.
    /// - Returns: None when this machine cannot capture stacks.
    func capture(define: (TraceEvent) -> Void) -> StackID {
        withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: depth + 1) {
            frames in
            let count = Int(ribleak_stacks_capture(frames.baseAddress, Int32(depth + 1)))
            guard count > 0 else { return .none }
            let addresses = frames.prefix(min(count, depth)).map { UInt(bitPattern: $0) }
            return intern(addresses, isTruncated: count > depth, define: define)
        }
    }

    private func intern(
        _ addresses: [UInt], isTruncated: Bool, define: (TraceEvent) -> Void
    ) -> StackID {
        state.withLock { state in
            if let added = state.images.refresh() {
                // The same address may now lie in another image.
                state.ids.removeAll(keepingCapacity: true)
                for image in added { define(.imageDefined(image)) }
            }
            if let known = state.ids[addresses] { return known }
            state.lastID += 1
            let id = StackID(state.lastID)
            state.ids[addresses] = id
            let frames = addresses.map { state.images.frame(at: UInt64($0)) }
            define(.stackDefined(id, StackDefinition(frames: frames, isTruncated: isTruncated)))
            return id
        }
    }
}
