/// The task that the calling thread runs.
enum CurrentTask {
    /// Nil outside tasks, and where the compiler has more to say of one than its address.
    static var address: UInt? {
        withUnsafeCurrentTask { task in
            guard let task, MemoryLayout.size(ofValue: task) == MemoryLayout<UInt>.size else {
                return nil
            }
            // Safe: the value is a reference to the task, and nothing else.
            return unsafeBitCast(task, to: UInt.self)
        }
    }
}
