import RIBTrace

/// The memory of a `SerialMap`: chunks of as many values each, which stay where they are when there
/// are more.
///
/// Raw memory, since each event looks into it a few times: arrays of arrays would ask at both levels
/// whether they are shared and whether they end before.
final class SerialMemory<Value: SerialValue> {
    /// Where each chunk begins; changes when one is added.
    private(set) var chunks: UnsafeMutablePointer<UnsafeMutablePointer<Value>>
    private var count = 0
    private var capacity = 8

    static var chunkBits: Int { 14 }
    static var chunkSize: Int { 1 << chunkBits }

    init() {
        assert(_isPOD(Value.self), "nothing ends the values")
        chunks = .allocate(capacity: capacity)
    }

    /// Copies values.
    ///
    /// - Parameter filled: How many values of `other` there are, counted from its first.
    init(_ other: SerialMemory, filled: Int) {
        chunks = .allocate(capacity: capacity)
        for index in 0..<other.count {
            addChunk()
            let left = filled - index * Self.chunkSize
            chunks[index].initialize(
                from: other.chunks[index], count: max(0, min(left, Self.chunkSize)))
        }
    }

    deinit {
        for index in 0..<count { chunks[index].deallocate() }
        chunks.deallocate()
    }

    /// Adds a chunk, in which no value stands yet.
    func addChunk() {
        if count == capacity { growTable() }
        let chunk = UnsafeMutablePointer<Value>.allocate(capacity: Self.chunkSize)
        chunks[count] = chunk
        count += 1
        // Most traces do not fill the first.
        guard count > 1 else { return }
        prefault(.init(start: chunk, count: Self.chunkSize * MemoryLayout<Value>.stride))
    }

    private func growTable() {
        let larger = UnsafeMutablePointer<UnsafeMutablePointer<Value>>
            .allocate(capacity: capacity * 2)
        larger.moveInitialize(from: chunks, count: count)
        chunks.deallocate()
        chunks = larger
        capacity *= 2
    }
}
