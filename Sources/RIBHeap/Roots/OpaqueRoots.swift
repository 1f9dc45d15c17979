// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Finds objects that only memory without types leads to: untyped fields, tasks, work of queues and
/// timers, Foundation's own memory, and the stacks and variables of threads.
///
/// Use it for objects that no observed path explains. What it finds is inferred.
package struct OpaqueRoots {
    private let memory: GuardedMemory
    private let limits: SearchLimits
    private let isObject: (UInt) -> Bool
    private let object: (UInt) -> OpaqueWalk.Object?
    private let accepts: (InferredRoot) -> Bool

    /// - Parameters:
    ///   - limits: The largest number of allocations to search, and the time.
    ///   - isObject: Whether an allocation is an object with references that its type describes.
    ///     This should include the contexts of closures, so that their weak references do not count
    ///     as holding.
    package init(
        memory: GuardedMemory, limits: SearchLimits = SearchLimits(nodes: 500_000),
        isObject: @escaping (UInt) -> Bool
    ) {
        self.init(
            memory: memory, limits: limits, isObject: isObject,
            object: { _ in nil }, accepts: { _ in true })
    }

    /// - Parameters:
    ///   - object: The untyped fields of such an object, for the walk.
    ///   - accepts: Whether to believe a word. If not, another word may lead to the object.
    init(
        memory: GuardedMemory, limits: SearchLimits, isObject: @escaping (UInt) -> Bool,
        object: @escaping (UInt) -> OpaqueWalk.Object?, accepts: @escaping (InferredRoot) -> Bool
    ) {
        self.memory = memory
        self.limits = limits
        self.isObject = isObject
        self.object = object
        self.accepts = accepts
    }

    /// The parts of a search, the strongest evidence first.
    package enum Part: CaseIterable {
        /// Values and memory of objects that their types do not describe.
        case fields
        case tasks
        case queues
        case foundation
        /// Fields that may or may not retain what they lead to.
        case unmanaged
        case threads
    }

    /// Each object that was found, with the first word that leads to it, part by part. Objects
    /// reached only through each other keep the name of the first.
    ///
    /// - Parameter ownFrames: An address in the calling thread's stack. The stack below it belongs
    ///   to the search, which itself knows the addresses that it looks for.
    /// - Returns: The roots, and whether time or room ran out before everything was visited.
    package func find(ownFrames: UInt) -> (roots: [InferredRoot], isPartial: Bool) {
        let search = search(ownFrames: ownFrames, invertedObjects: [])
        let roots = Part.allCases.flatMap(search.find)
        return (roots, search.isPartial)
    }

    /// Starts a search that reads memory again.
    ///
    /// - Parameter invertedObjects: The objects with fields to search, as inverted addresses.
    func search(ownFrames: UInt, invertedObjects: [UInt]) -> Search {
        memory.forget()
        let maps = ProcessMaps()
        let walk = OpaqueWalk(
            memory: memory, maps: maps, limits: limits, isObject: isObject, object: object,
            accepts: accepts)
        return Search(
            walk: walk, maps: maps, memory: memory, limits: limits, ownFrames: ownFrames,
            invertedObjects: invertedObjects)
    }

    /// One search, part by part in order.
    final class Search {
        private var walk: OpaqueWalk
        private let maps: ProcessMaps
        private let memory: GuardedMemory
        private let limits: SearchLimits
        private let ownFrames: UInt
        private let invertedObjects: [UInt]
        private var taken = 0

        var isPartial: Bool { walk.isPartial }

        fileprivate init(
            walk: consuming OpaqueWalk, maps: ProcessMaps, memory: GuardedMemory,
            limits: SearchLimits, ownFrames: UInt,
            invertedObjects: [UInt]
        ) {
            self.walk = walk
            self.maps = maps
            self.memory = memory
            self.limits = limits
            self.ownFrames = ownFrames
            self.invertedObjects = invertedObjects
        }

        /// The allocations in use with a first word, by address.
        func allocations(beginningWith first: UInt) -> [UInt] {
            let chunks = walk.chunks
            return AllocationScan(memory: memory, maps: maps).find(first, limits)
                .filter { chunks.size(of: $0) != nil }
        }

        /// What a part leads to and no earlier part does.
        func find(_ part: Part) -> [InferredRoot] {
            switch part {
            case .fields: walk.walk(fromFieldsOf: invertedObjects)
            case .tasks:
                walk.walk(fromTasks: TaskScan(memory: memory, maps: maps).find(limits))
            case .queues:
                walk(
                    .queue, "a dispatch queue",
                    from: ["libdispatch.so", "libswift_Concurrency.so"])
            case .foundation:
                walk(
                    .foundation, "Foundation",
                    from: ["libFoundation.so", "libFoundationEssentials.so"])
            case .unmanaged: walk.walk(fromUnmanagedFieldsOf: invertedObjects)
            case .threads:
                let threads = ThreadMemory.all(memory: memory, maps: maps, ownFrames: ownFrames)
                // The parts before have read all memory, perhaps while a thread was on its way to
                // where it waits now.
                memory.forgetPages()
                walk.walk(
                    from: threads.map {
                        (OpaqueWalk.Origin(kind: .thread, name: $0.name), $0.regions)
                    })
            }
            defer { taken = walk.found.count }
            return Array(walk.found[taken...])
        }

        private func walk(_ kind: InferredRoot.Kind, _ name: String, from libraries: [String]) {
            let variables = maps.variables(ofLibraries: libraries)
            walk.walk(from: [(OpaqueWalk.Origin(kind: kind, name: name), variables)])
        }
    }
}

/// Recognises objects of Foundation and libdispatch that hold nothing of the project: locks,
/// formatters, patterns.
///
/// Their memory belongs to C code, and much of it is never written. Earlier data is still there, so
/// a word in it that leads to an object means nothing.
struct IdleObjects {
    private let memory: GuardedMemory
    private let idleTypeIDs: Set<UInt>

    init(memory: GuardedMemory) {
        self.memory = memory
        idleTypeIDs = Self.idleTypeIDs
    }

    /// - Parameter type: The name of the object's class.
    func has(_ object: UInt, type: String) -> Bool {
        if type.hasSuffix("Formatter") || Self.idleTypes.contains(type) { return true }
        guard type == "__NSCFType", let info = memory.word(at: object &+ 16) else { return false }
        return idleTypeIDs.contains(info >> 8 & 0xFFFF)
    }

    private static let idleTypes: Set<String> = [
        "DispatchSemaphore", "NSCalendar", "NSCharacterSet", "NSCondition", "NSConditionLock",
        "NSData",
        "NSLocale", "NSLock", "NSMutableCharacterSet", "NSMutableData", "NSMutableString",
        "NSRecursiveLock", "NSRegularExpression", "NSString", "NSTimeZone", "NSURL",
    ]

    /// The type ids of CoreFoundation objects that hold nothing. An object has its id in the second
    /// byte of its third word and the byte after it, as in "CFRuntime.h". Each of these functions
    /// only returns a number.
    private static let idleTypeIDs: Set<UInt> = {
        let types = [
            "CFBitVector", "CFBoolean", "CFBundle", "CFCalendar", "CFCharacterSet", "CFData",
            "CFDate",
            "CFDateComponents", "CFDateFormatter", "CFLocale", "CFNull", "CFNumber",
            "CFNumberFormatter", "CFString", "CFTimeZone", "CFURL", "CFUUID",
            "_CFKeyedArchiverUID", "_CFListFormatter", "_CFRegularExpression",
            "_CFRelativeDateTimeFormatter", "_CFURLComponents",
        ]
        #if canImport(Glibc)
            return Set(
                types.compactMap { type in
                    dlsym(nil, "\(type)GetTypeID").map {
                        UInt(unsafeBitCast($0, to: (@convention(c) () -> UInt).self)())
                    }
                })
        #else
            return []
        #endif
    }()
}
