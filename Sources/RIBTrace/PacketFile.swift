import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file that grows by one mapped packet at a time.
///
/// It is made with its first packet, and open only while it grows: a process may have as many
/// threads as it may have open files.
struct PacketFile {
    /// Maps bytes of an open file, as `mmap` does.
    typealias Mapper = (_ file: Int32, _ offset: Int, _ count: Int) -> UnsafeMutableRawPointer?

    private let path: String
    private let map: Mapper
    private var size = 0
    private var isMade = false

    /// - Parameters:
    ///   - path: At which nothing exists yet.
    ///   - map: What maps the packets, for tests of what happens when that fails.
    init(path: String, map: @escaping Mapper = PacketFile.map) {
        self.path = path
        self.map = map
    }

    /// Makes the file one packet longer and maps that.
    ///
    /// The packet is written before it is mapped. So its blocks are reserved, where a store into a
    /// hole would end the host with SIGBUS on a full disk; a begun packet appears in the file at
    /// once; and the kernel fills large pages instead of answering a fault for each small one.
    /// - Parameters:
    ///   - count: The packet's size in bytes.
    ///   - head: What it holds at first, before zeros; no longer than `count`.
    /// - Returns: The packet's page-aligned memory, or nil when the file may not or cannot grow.
    mutating func mapNext(
        _ count: Int, beginningWith head: UnsafeRawBufferPointer
    ) -> UnsafeMutableRawPointer? {
        guard FileSizeLimit.allows(size + count) else {
            errno = EFBIG
            return nil
        }
        let descriptor = open(
            path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | (isMade ? 0 : O_CREAT | O_EXCL), 0o600)
        guard descriptor >= 0 else { return nil }
        isMade = true
        defer { close(descriptor) }
        guard
            ribleak_write_padded(descriptor, head.baseAddress, head.count, count, off_t(size)) != 0,
            let mapped = map(descriptor, size, count)
        else {
            // Nothing of it may stay: a reader would meet a packet cut short, or one whose number
            // the next packet has too.
            let problem = errno
            ftruncate(descriptor, off_t(size))
            errno = problem
            return nil
        }
        size += count
        return mapped
    }

    /// Lets the system do now what it would do at the first store into each page.
    static func touch(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        #if os(Linux)
            // MADV_POPULATE_WRITE, which Linux has from 5.14 on and Glibc's module does not name.
            // Not by stores: where those fail, they end the host.
            _ = madvise(memory, count, 23)
        #endif
    }

    private static func map(
        _ file: Int32, _ offset: Int, _ count: Int
    ) -> UnsafeMutableRawPointer? {
        let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, off_t(offset))
        return mapped == MAP_FAILED ? nil : mapped
    }
}

/// The last failed system call, in words.
func systemError() -> String {
    String(cString: strerror(errno))
}
