// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A descriptor that stays open between writes to one file.
///
/// A host may close descriptors that are not its own and then get the same number for a file of its own: whoever
/// uses one looks first whether it still is the same file. And a host needs descriptors itself: only some are kept.
struct KeptDescriptor {
    /// How many a process keeps at most, of the 1,024 that many systems allow it.
    static let most: UInt64 = 64
    private static let count = AtomicCounter()

    private var number: Int32?

    /// What is kept, if it is open and of that file, as that is now.
    mutating func descriptor(of file: OpenFile) -> (number: Int32, file: OpenFile)? {
        guard let number else { return nil }
        if let found = OpenFile(number), found.isSame(as: file) { return (number, found) }
        // Somebody closed it. Whosever it is now closes it.
        forget()
        return nil
    }

    /// Keeps a descriptor, or closes it where too many are kept.
    mutating func keep(_ descriptor: Int32) {
        if number == nil, Self.count.increment() <= Self.most {
            number = descriptor
        } else {
            if number == nil { Self.count.decrement() }
            OpenFile.close(descriptor)
        }
    }

    /// Closes what is kept, if it is of that file.
    mutating func close(of file: OpenFile) {
        guard let kept = descriptor(of: file) else { return }
        OpenFile.close(kept.number)
        forget()
    }

    private mutating func forget() {
        number = nil
        Self.count.decrement()
    }
}

/// What the system says of an open file.
struct OpenFile {
    private let device: UInt64
    private let number: UInt64
    /// In bytes.
    let size: Int

    /// - Returns: Nil when nothing is open there.
    init?(_ descriptor: Int32) {
        var file = ribleak_file()
        guard ribleak_file_look(descriptor, &file) == 1 else { return nil }
        device = file.device
        number = file.number
        size = Int(clamping: file.size)
    }

    func isSame(as other: OpenFile) -> Bool { device == other.device && number == other.number }

    /// As the system's function, which methods of that name hide. Leaves `errno` as it is.
    static func close(_ descriptor: Int32) {
        let problem = errno
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
        errno = problem
    }
}
