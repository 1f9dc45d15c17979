// SPDX-License-Identifier: Apache-2.0

import CRIBShims

/// The word that counts the references to an object.
///
/// Its layout is part of Swift's binary interface on 64-bit platforms.
package struct ReferenceCount {
    private static let usesSlowPath: UInt = 1 << 63
    private static let isSideTable: UInt = 1 << 62
    private static let isDeiniting: UInt = 1 << 32
    private static let unownedBits: UInt = 0xFFFF_FFFE
    private static let immortalBits: UInt = 0xFFFF_FFFF

    /// The bits of the word, or those of the side table if there is one.
    private let bits: UInt

    /// That of an object whose references are counted elsewhere: more than any search finds.
    static let unknown = Self(bits: immortalBits, isDying: false)

    /// Returns nil when a living object cannot have this word.
    ///
    /// - Parameter isDying: Whether to accept objects in their `deinit` instead. They still have
    ///   their fields.
    init?(word: UInt, of object: UInt, memory: GuardedMemory, isDying: Bool = false) {
        guard let table = Self.sideTable(of: word) else {
            self.init(bits: word, isDying: isDying)
            return
        }
        guard memory.word(at: table) == object, let bits = memory.word(at: table &+ 16) else {
            return nil
        }
        self.init(bits: bits, isDying: isDying)
    }

    private init?(bits: UInt, isDying: Bool) {
        // Each object counts as one unowned reference to itself.
        guard (bits & Self.isDeiniting != 0) == isDying,
            bits & 1 == 1 || bits & Self.usesSlowPath != 0, bits & Self.unownedBits != 0
        else { return nil }
        self.bits = bits
    }

    /// The address of an object's side table, if it has one.
    private static func sideTable(of word: UInt) -> UInt? {
        let both = usesSlowPath | isSideTable
        return word & both == both ? (word & (isSideTable - 1)) << 3 : nil
    }

    /// Whether an object at an address is in its `deinit`, or past it with its memory not freed
    /// yet.
    ///
    /// - Parameter address: Where an object once was. Anything may be there now, or nothing.
    package static func isDying(at address: UInt) -> Bool {
        var header: (UInt, UInt) = (0, 0)
        guard copy(address, into: &header), header.0 & 7 == 0, header.0 > 4096 else { return false }
        var bits = header.1
        if let place = sideTable(of: bits) {
            var table: (UInt, UInt, UInt) = (0, 0, 0)
            guard copy(place, into: &table), table.0 == address else { return false }
            bits = table.2
        }
        return ReferenceCount(bits: bits, isDying: true) != nil
    }

    /// Whether an object at an address is not being freed, by its counts.
    static func isAlive(at address: UInt, _ memory: GuardedMemory) -> Bool {
        memory.word(at: address &+ 8).map {
            ReferenceCount(word: $0, of: address, memory: memory) != nil
        } ?? false
    }

    /// The object of a side table, or nil when there is no side table at the address.
    ///
    /// A weak reference is the address of its object's side table.
    static func object(ofSideTable table: UInt, memory: GuardedMemory) -> UInt? {
        guard let object = memory.word(at: table), let word = memory.word(at: object &+ 8),
            sideTable(of: word) == table
        else { return nil }
        return object
    }

    /// Whether this may be the side table of an object that was freed. Weak references keep it, and
    /// it still has the address, where another object may be by now.
    static func isOfFreedObject(sideTable table: UInt, memory: GuardedMemory) -> Bool {
        memory.word(at: table &+ 16).map { $0 >> 32 == 1 && $0 & 1 == 1 } ?? false
    }

    private static let way = ribleak_memory_open(0)

    private static func copy<Words>(_ address: UInt, into words: inout Words) -> Bool {
        withUnsafeMutableBytes(of: &words) { bytes in
            guard let start = bytes.baseAddress else { return false }
            return ribleak_memory_copy(way, UInt64(address), start, bytes.count) == bytes.count
        }
    }

    /// Whether a word is the count of an object that the compiler placed in an image.
    static func isStaticObject(_ word: UInt) -> Bool {
        word & immortalBits == immortalBits && word & usesSlowPath != 0 && word & isSideTable == 0
    }

    /// Whether there are unowned references besides the object's own, or it is not known.
    var hasUnowned: Bool { isImmortal ? bits == Self.immortalBits : bits & Self.unownedBits > 2 }

    /// Whether the object is never freed and its references are not counted.
    var isImmortal: Bool { bits & Self.immortalBits == Self.immortalBits }

    var strong: Int { isImmortal ? 1 : Int(bits >> 33 & 0x3FFF_FFFF) + 1 }
}
