import CRIBShims

/// The thread that the process began with.
package enum MainThread {
    /// True on that thread; costs no system call but a thread's first time.
    package static var isCurrent: Bool { ribleak_is_main_thread() == 1 }
}
