// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// Copies memory of this process that may be gone, without crashing.
///
/// A system call for each object is too slow for a walk, so this copies and keeps whole pages. What
/// you read may be as old as the last `forget`; `readAgain` bypasses the kept pages. A page is
/// available as a whole or not at all. The limit on kept pages rises once the same pages are read
/// repeatedly, as on a walk that jumps over a large heap.
///
/// Use it from one thread at a time.
package final class GuardedMemory {
    /// The most bytes that `withBytes` lends in one piece.
    package static let mostLent = 1 << 20

    let way: Int32
    private let fewestPages: Int
    private let mostPages: Int
    /// Behind a pointer, because each access to a class's own variables has an exclusivity check.
    let kept: UnsafeMutablePointer<PageCache?>
    private var reread = RereadCounter()
    /// For bytes that span pages. Not malloc's memory: there, the copy of an object looks like one.
    private var scratch: UnsafeMutableRawPointer?
    private var missing: [ribleak_memory_piece] = []

    /// The number of pages read from the system, for measurements.
    package private(set) var pagesRead = 0

    /// - Parameters:
    ///   - capacity: Bytes of pages to keep at first.
    ///   - mostCapacity: Bytes of pages to keep when the first capacity turns out too small.
    ///   - byFile: Whether to read through the system's file for this memory, even if the system
    ///     call works.
    package init(capacity: Int = 8 << 20, mostCapacity: Int = 64 << 20, byFile: Bool = false) {
        way = ribleak_memory_open(byFile ? 1 : 0)
        fewestPages = max(1, capacity / PageCache.pageSize)
        mostPages = max(fewestPages, min(mostCapacity / PageCache.pageSize, 1 << 20))
        kept = .allocate(capacity: 1)
        kept.initialize(to: nil)
    }

    deinit {
        kept.pointee?.deallocate()
        kept.deallocate()
        if let scratch { ribleak_memory_unmap(scratch, Self.mostLent) }
        ribleak_memory_close(way)
    }

    /// Whether the system lets this process copy its memory.
    var isReadable: Bool { way != RIBLEAK_MEMORY_NONE }

    /// Makes later reads see current memory.
    package func forget() {
        reread = RereadCounter()
        kept.pointee?.forget()
    }

    /// Forgets the kept pages, but not which pages were read repeatedly. For callers that read the
    /// same few pages often.
    func forgetPages() { kept.pointee?.forget() }

    /// The word at an address, or nil where there is none.
    package func word(at address: UInt) -> UInt? {
        guard address & 7 == 0 else { return unalignedWord(at: address) }
        return page(holding: address)?.load(
            fromByteOffset: Int(address & UInt(PageCache.pageSize - 1)), as: UInt.self)
    }

    private static let typeBits = UInt(ribleak_isa_mask())

    /// An object's first word without what Objective-C adds to the address of the object's type.
    func metadata(at object: UInt) -> UInt? {
        #if canImport(ObjectiveC)
            word(at: object).map { $0 & Self.typeBits }
        #else
            word(at: object)
        #endif
    }

    /// Lends `count` bytes starting at an address. Nil when some of them are missing or there are
    /// more than `mostLent`.
    ///
    /// - Parameter body: Must not read from this memory while it uses the bytes.
    package func withBytes<Result>(
        at address: UInt, count: Int, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result? {
        let within = Int(address & UInt(PageCache.pageSize - 1))
        if count <= PageCache.pageSize - within {
            guard let page = page(holding: address) else { return nil }
            return try body(UnsafeRawBufferPointer(start: page + within, count: count))
        }
        guard let bytes = gathered(from: address, count: count) else { return nil }
        return try body(bytes)
    }

    /// Fills `buffer` with memory starting at `address`.
    ///
    /// - Returns: False when some of it is missing; the contents of `buffer` are then undefined.
    package func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        // Large pieces would evict the kept pages.
        guard buffer.count <= PageCache.pageSize else { return readAgain(address, into: buffer) }
        return withBytes(at: address, count: buffer.count) { buffer.copyMemory(from: $0) } != nil
    }

    /// Fills `buffer` with the current memory at `address`, bypassing the kept pages.
    ///
    /// - Returns: False when some of it is missing; the contents of `buffer` are then undefined.
    package func readAgain(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let start = buffer.baseAddress else { return true }
        return ribleak_memory_copy(way, UInt64(address), start, buffer.count) == buffer.count
    }

    /// Reads the pages of several objects together, except for pages that are already kept.
    package func prepare(_ addresses: [UInt]) {
        let addresses = addresses.prefix(fewestPages)
        makeRoom(for: addresses.count)
        missing.removeAll(keepingCapacity: true)
        for address in addresses {
            let page = address >> PageCache.pageShift
            guard page < Self.pagesEnd, kept.pointee?.knows(page) == false else { continue }
            add(page)
        }
        readMissing()
    }

    /// The copy of the page that holds an address, or nil when the page is missing.
    func page(holding address: UInt) -> UnsafeRawPointer? {
        let page = address >> PageCache.pageShift
        if let found = kept.pointee?.find(page) { return UnsafeRawPointer(found) }
        return fetch(page)
    }

    /// Addresses from here on belong to the system.
    private static var pagesEnd: UInt { 1 << (UInt(UInt.bitWidth) - 1 - PageCache.slotBits) }

    func fetch(_ page: UInt) -> UnsafeRawPointer? {
        guard page < Self.pagesEnd, kept.pointee?.knows(page) != true else { return nil }
        makeRoom(for: 1)
        missing.removeAll(keepingCapacity: true)
        add(page)
        readMissing()
        return kept.pointee?.find(page).map { UnsafeRawPointer($0) }
    }

    private func add(_ page: UInt) {
        guard let place = kept.pointee?.add(page) else { return }
        pagesRead += 1
        reread.note(page)
        missing.append(
            ribleak_memory_piece(
                address: UInt64(page << PageCache.pageShift), buffer: place, is_there: 0))
    }

    private func readMissing() {
        missing.withUnsafeMutableBufferPointer {
            ribleak_memory_gather(way, $0.baseAddress, $0.count, PageCache.pageSize)
        }
        for piece in missing where piece.is_there == 0 {
            kept.pointee?.markAbsent(UInt(piece.address) >> PageCache.pageShift)
        }
    }

    private func makeRoom(for count: Int) {
        if kept.pointee == nil { kept.pointee = PageCache(slots: mostPages) }
        let limit = reread.count > fewestPages / 4 ? mostPages : fewestPages
        kept.pointee?.makeRoom(for: count, limit: limit)
    }

    func unalignedWord(at address: UInt) -> UInt? {
        withBytes(at: address, count: MemoryLayout<UInt>.size) { $0.loadUnaligned(as: UInt.self) }
    }

    /// Bytes that span more than one page.
    func gathered(from address: UInt, count: Int) -> UnsafeRawBufferPointer? {
        guard count <= Self.mostLent, address >> PageCache.pageShift < Self.pagesEnd else {
            return nil
        }
        if scratch == nil { scratch = ribleak_memory_map(Self.mostLent) }
        guard let scratch else { return nil }
        var copied = 0
        while copied < count {
            let at = address + UInt(copied)
            let within = Int(at & UInt(PageCache.pageSize - 1))
            let part = min(count - copied, PageCache.pageSize - within)
            guard let page = page(holding: at) else { return nil }
            (scratch + copied).copyMemory(from: page + within, byteCount: part)
            copied += part
        }
        return UnsafeRawBufferPointer(start: scratch, count: count)
    }
}

/// Counts pages that are read repeatedly, with a filter of 16 KiB.
///
/// Pages that share a bit count as the same page, so the count may be too high in heaps beyond half
/// a gigabyte.
struct RereadCounter {
    private static let bitCountShift: UInt64 = 17

    private(set) var count = 0
    private var bits: [UInt64] = []

    mutating func note(_ page: UInt) {
        if bits.isEmpty { bits = Array(repeating: 0, count: 1 << (Self.bitCountShift - 6)) }
        let hash = (UInt64(page) &* 0x9E37_79B9_7F4A_7C15) >> (64 - Self.bitCountShift)
        let bit: UInt64 = 1 << (hash & 63)
        let word = Int(hash >> 6)
        if bits[word] & bit != 0 { count += 1 }
        bits[word] |= bit
    }
}

extension GuardedMemory {
    private static let mostOfBlock: UInt = 1 << 40

    /// The size of the block that malloc has for an object, in bytes; 0 when it did not allocate it
    /// or keeps no such record.
    ///
    /// In glibc, the size stands just before the memory, together with flags for neighbouring
    /// blocks.
    func blockSize(at address: UInt) -> Int {
        #if canImport(Glibc)
            guard address % 16 == 0, let word = word(at: address &- 8) else { return 0 }
            let size = word & ~7
            return size >= 32 && size < Self.mostOfBlock ? Int(size) - 8 : 0
        #else
            return 0
        #endif
    }
}

extension GuardedMemory {
    private static let mostOfString = 64

    /// The text of a string that belongs to other code, read without retaining it, and cut after 64
    /// bytes. Nil unless there is a string at the address with its text in memory as UTF-8.
    ///
    /// The layout is part of Swift's binary interface on 64-bit platforms.
    func string(at address: UInt) -> String? {
        guard let first = word(at: address), let second = word(at: address &+ 8) else {
            return nil
        }
        let discriminator = second >> 56
        if discriminator & 0x20 != 0 {
            // Up to 15 bytes are stored in the two words.
            return withUnsafeBytes(of: (first.littleEndian, second.littleEndian)) {
                String(decoding: $0.prefix(Int(discriminator & 0xF)), as: UTF8.self)
            }
        }
        // This bit says that the text is not UTF-8 in memory. The other bits describe ownership.
        guard discriminator & 0x10 == 0 else { return nil }
        let count = Int(first & 0x0000_FFFF_FFFF_FFFF)
        let start = (second & 0x00FF_FFFF_FFFF_FFFF) &+ 32
        let text = withBytes(at: start, count: min(count, Self.mostOfString)) {
            String(decoding: $0, as: UTF8.self)
        }
        return text.map { count > Self.mostOfString ? "\($0)…" : $0 }
    }
}
