/// A list of plain values that only grows, read without counting references or guarding access.
final class FlatList<Element: BitwiseCopyable> {
    private let start: UnsafeMutablePointer<UnsafeMutablePointer<Element>>
    private var capacity = 256
    private(set) var count = 0

    init() {
        start = .allocate(capacity: 1)
        start.initialize(to: .allocate(capacity: capacity))
    }

    deinit {
        start.pointee.deallocate()
        start.deallocate()
    }

    /// - Parameter index: Less than `count`, which is not checked.
    @inline(__always)
    subscript(index: Int) -> Element { start.pointee[index] }

    /// Adds a value and returns its index.
    @discardableResult
    func append(_ element: Element) -> Int {
        if count == capacity { grow() }
        (start.pointee + count).initialize(to: element)
        count += 1
        return count - 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: start.pointee, count: count)
        start.pointee.deallocate()
        start.pointee = larger
        capacity *= 2
    }
}
