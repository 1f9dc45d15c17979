#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The process's RLIMIT_FSIZE: growing a file past it would end the host with SIGXFSZ, so the limit
/// is asked first.
enum FileSizeLimit {
    /// True when files of this many bytes are allowed.
    static func allows(_ size: Int) -> Bool {
        var limit = rlimit()
        #if canImport(Darwin)
            let status = getrlimit(RLIMIT_FSIZE, &limit)
        #else
            let status = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #endif
        return status != 0 || UInt64(size) <= limit.rlim_cur
    }
}
