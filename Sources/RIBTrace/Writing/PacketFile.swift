// SPDX-License-Identifier: Apache-2.0

import CRIBShims
import Foundation

/// A file that grows by one packet at a time, each of which is filled in memory.
///
/// It is made with its first packet. Where stores into a mapping cannot fail for want of room,
/// packets are mapped, and the file is open only while it grows: a process may have as many threads
/// as it may have open files. Elsewhere what is stored has to be written.
struct PacketFile {
    /// Maps bytes of an open file, as `ribleak_packet_map` does.
    typealias Mapper = (
        _ file: Int32, _ offset: Int, _ count: Int, _ state: UnsafeMutablePointer<UInt64>
    ) -> UnsafeMutableRawPointer?

    private let path: String
    private let map: Mapper
    private let mayMap: (_ file: Int32) -> Bool
    /// In bytes.
    private(set) var size = 0
    /// The file as it was made; nil before.
    private var made: ribleak_file?
    private var isMapped = true
    /// A descriptor that stays open between writes.
    ///
    /// A host may close descriptors that are not its own and then get the same number for a file of
    /// its own: whoever uses this one looks first whether it still is the same file.
    private var kept: Int32?

    /// How many descriptors a process keeps at most, of the 1,024 that many systems allow it: a
    /// host needs some itself.
    static let mostKept: UInt64 = 64
    private static let keptCount = AtomicCounter()

    /// A file at a path at which nothing exists yet. Tests say whether packets may be mapped, and
    /// what maps them.
    init(
        path: String,
        mayMap: @escaping (Int32) -> Bool = { ribleak_file_keeps_its_blocks($0) == 1 },
        map: @escaping Mapper = { ribleak_packet_map($0, $2, off_t($1), $3) }
    ) {
        self.path = path
        self.mayMap = mayMap
        self.map = map
    }

    /// Makes the file one packet longer.
    ///
    /// - Parameters:
    ///   - head: What it holds at first, before zeros; no longer than `count`.
    ///   - state: Where it is said when the packet is lost; stays until the packet is freed.
    /// - Returns: The packet's memory, page-aligned; nil and `errno` when the file may not or
    ///   cannot grow: `ESTALE` when it is no more what it was.
    mutating func beginNext(
        _ count: Int, with head: UnsafeRawBufferPointer, state: UnsafeMutablePointer<UInt64>
    ) -> UnsafeMutableRawPointer? {
        guard mayHaveFile(of: size + count) else {
            errno = EFBIG
            return nil
        }
        let offset = size
        let memory = withOpen { file, this in
            let memory =
                this.isMapped
                ? this.beginMapped(file, count, head, state) : this.beginWritten(file, count, head)
            if memory != nil { return memory }
            // Nothing of it may stay: a reader would meet a packet cut short, or one whose number
            // the next packet has too.
            let problem = errno
            ftruncate(file, off_t(offset))
            errno = problem
            return nil
        }
        if memory != nil { size += count }
        return memory
    }

    /// How what is stored into a packet's memory gets into the file.
    var state: UInt64 { UInt64(isMapped ? RIBLEAK_PACKET_MAPPED : RIBLEAK_PACKET_WRITTEN) }

    /// Writes bytes of a packet that is not mapped, and then the part of its header that counts
    /// them. The packet begins at an offset of the file. False and `errno` when that fails.
    mutating func write(
        _ added: Range<Int>, of packet: UnsafeRawPointer, at offset: Int
    ) -> Bool {
        // Also where the file has that size already: a limit may have been lowered meanwhile.
        guard mayHaveFile(of: offset + max(added.upperBound, PacketHeader.size)) else {
            errno = EFBIG
            return false
        }
        let counted = PacketHeader.Offset.timestampEnd..<PacketHeader.size
        return withOpen { file, _ in
            let isThere = [added, counted].allSatisfy {
                ribleak_write_at(
                    file, packet + $0.lowerBound, $0.count, off_t(offset + $0.lowerBound)) == 1
            }
            return isThere ? true : nil
        } ?? false
    }

    /// Frees a packet's memory.
    func free(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        if isMapped {
            ribleak_packet_unmap(memory, count)
        } else {
            ribleak_memory_unmap(memory, count)
        }
    }

    /// Lets go of what packets were written with, until there is more to write.
    mutating func close() {
        guard let open = keptFile() else { return }
        closeFile(open.number)
        forget()
    }

    /// What is kept open, as the file is now.
    private mutating func keptFile() -> (number: Int32, file: ribleak_file)? {
        guard let made, let kept else { return nil }
        if let found = ribleak_file(of: kept), found.isSame(as: made) { return (kept, found) }
        // Somebody closed it. Whosever it is now closes it.
        forget()
        return nil
    }

    /// Keeps a descriptor, or closes it where too many are kept.
    private mutating func keep(_ descriptor: Int32) {
        if kept == nil, Self.keptCount.increment() <= Self.mostKept {
            kept = descriptor
        } else {
            if kept == nil { Self.keptCount.decrement() }
            closeFile(descriptor)
        }
    }

    private mutating func forget() {
        kept = nil
        Self.keptCount.decrement()
    }

    /// Runs `body` with a descriptor of the file, which is made at first; nil and `errno` as `body`
    /// left it, or when the file cannot be had as it was.
    private mutating func withOpen<Result>(
        _ body: (_ file: Int32, _ this: Self) -> Result?
    ) -> Result? {
        if let open = keptFile() { return isWhole(open.file) ? body(open.number, self) : nil }
        let flags = made == nil ? O_CREAT | O_EXCL : 0
        let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC | flags, 0o600)
        guard descriptor >= 0 else { return nil }
        if made == nil {
            made = ribleak_file(of: descriptor)
            isMapped = mayMap(descriptor)
        }
        let result = isWhole(ribleak_file(of: descriptor)) ? body(descriptor, self) : nil
        let problem = errno
        if isMapped { closeFile(descriptor) } else { keep(descriptor) }
        errno = problem
        return result
    }

    /// Whether a file is the one that was made, and nobody else made it shorter or longer.
    private func isWhole(_ found: ribleak_file?) -> Bool {
        guard let made, let found else { return false }
        if found.isSame(as: made), found.size == size { return true }
        errno = ESTALE
        return false
    }

    /// A packet is written before it is mapped. So its blocks are reserved, where a store into a
    /// hole would end the host with SIGBUS on a full disk; a begun packet appears in the file at
    /// once; and the kernel fills large pages instead of answering a fault for each small one.
    private func beginMapped(
        _ file: Int32, _ count: Int, _ head: UnsafeRawBufferPointer,
        _ state: UnsafeMutablePointer<UInt64>
    ) -> UnsafeMutableRawPointer? {
        guard
            ribleak_write_padded(file, head.baseAddress, head.count, count, off_t(size)) != 0
        else { return nil }
        return map(file, size, count, state)
    }

    /// A packet that will be written event by event is a hole at first: zeros reserve nothing.
    private func beginWritten(
        _ file: Int32, _ count: Int, _ head: UnsafeRawBufferPointer
    ) -> UnsafeMutableRawPointer? {
        guard let first = head.baseAddress,
            ribleak_write_at(file, first, head.count, off_t(size)) == 1,
            ftruncate(file, off_t(size + count)) == 0,
            let memory = ribleak_memory_map(count)
        else { return nil }
        memory.copyMemory(from: first, byteCount: head.count)
        return memory
    }
}

/// The last failed system call, in words.
package func systemError() -> String {
    String(cString: strerror(errno))
}

extension ribleak_file {
    /// What the system says of an open file; nil when nothing is open there.
    fileprivate init?(of descriptor: Int32) {
        self.init()
        guard ribleak_file_look(descriptor, &self) == 1 else { return nil }
    }

    fileprivate func isSame(as other: ribleak_file) -> Bool {
        device == other.device && number == other.number
    }
}

/// Leaves `errno` as it is.
private func closeFile(_ descriptor: Int32) {
    let problem = errno
    close(descriptor)
    errno = problem
}
