import Dispatch

/// Where the host's user interface lives.
enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True on the main thread and in work of the main queue, which `dispatchMain` moves elsewhere.
    static var isCurrent: Bool {
        MainThread.isCurrent || DispatchQueue.getSpecific(key: key) == true
    }
}
