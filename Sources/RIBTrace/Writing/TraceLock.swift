#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Says, as long as it lives, that a trace is being written: a lock on its folder that the system
/// takes off when the process ends, however it ends.
final class TraceLock {
    private let descriptor: Int32

    /// - Returns: Nil when another lock is on the folder. Where locks do not work, nobody is told.
    init?(folder: String) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            close(descriptor)
            return nil
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
