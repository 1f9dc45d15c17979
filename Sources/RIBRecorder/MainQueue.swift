import Dispatch

/// Where the host's user interface lives.
package enum MainQueue {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// True on the main thread and in work of the main queue, which `dispatchMain` moves elsewhere: so
    /// the main actor's work runs on other threads where tests of Swift Testing run on Linux.
    package static var isCurrent: Bool {
        MainThread.isCurrent || DispatchQueue.getSpecific(key: key) == true
    }
}
