import CRIBShims
import RIBTrace

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A call stack that has a number, kept for comparison with later captures.
final class InternedStack {
    let id: UInt64
    private let frames: UnsafeMutableBufferPointer<UnsafeMutableRawPointer?>
    private let isTruncated: Bool
    /// What makes the stack valid only for a time; nil when every address lies in an image that is
    /// never unloaded.
    let transience: Transience?

    /// Where the addresses of a stack lay when they were last looked up.
    struct Transience {
        let places: [StackDefinition.Frame]
        /// The loader's generation of that look-up.
        let generation: AtomicCounter
    }

    init(
        id: UInt64, copying frames: UnsafeBufferPointer<UnsafeMutableRawPointer?>,
        isTruncated: Bool, transience: Transience?
    ) {
        self.id = id
        self.frames = .allocate(capacity: frames.count)
        _ = self.frames.initialize(from: frames)
        self.isTruncated = isTruncated
        self.transience = transience
    }

    /// About how many bytes a stack of so many frames takes, its places in tables included.
    static func size(of depth: Int) -> Int { 128 + depth * MemoryLayout<UnsafeRawPointer>.size }

    deinit {
        frames.deallocate()
    }

    /// False when a library was loaded or unloaded since, so that an address may now lie in
    /// another image.
    @inline(__always)
    var isValid: Bool {
        guard let transience else { return true }
        return transience.generation.value == ribleak_images_generation()
    }

    @inline(__always)
    func isEqual(
        _ other: UnsafeBufferPointer<UnsafeMutableRawPointer?>, isTruncated: Bool
    ) -> Bool {
        guard frames.count == other.count, self.isTruncated == isTruncated,
            let left = frames.baseAddress, let right = other.baseAddress
        else { return false }
        return memcmp(left, right, frames.count * MemoryLayout<UnsafeRawPointer?>.size) == 0
    }
}
