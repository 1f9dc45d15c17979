// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc
#endif

/// Finds objects that only memory without types leads to: fields that no type describes, tasks, work of
/// queues and timers, what Foundation keeps, and the threads' stacks and variables.
///
/// Meant for objects that no observed path explains. What it finds is inferred.
package struct OpaqueRoots {
    private let memory: GuardedMemory
    private let limits: SearchLimits
    private let isObject: (UInt) -> Bool
    private let object: (UInt) -> OpaqueWalk.Object?
    private let accepts: (InferredRoot) -> Bool

    /// - Parameters:
    ///   - limits: The most allocations to look into, and the time.
    ///   - isObject: Says whether an allocation is an object whose references are known by its type. Closures'
    ///     contexts should be, so that what they hold weakly does not look as if it were held.
    package init(
        memory: GuardedMemory, limits: SearchLimits = SearchLimits(nodes: 500_000),
        isObject: @escaping (UInt) -> Bool
    ) {
        self.init(
            memory: memory, limits: limits, isObject: isObject,
            object: { _ in nil }, accepts: { _ in true })
    }

    /// - Parameters:
    ///   - object: What such an object is to the walk.
    ///   - accepts: Says whether to believe a word; if not, another one may lead to the object.
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

    /// What is looked at one after the other, the most telling first.
    package enum Part: CaseIterable {
        /// Values and memory of objects, of which their types do not tell.
        case fields
        case tasks
        case queues
        case foundation
        /// Fields that may retain what they lead to, or not.
        case unmanaged
        case threads
    }

    /// Each object that was found, by the first word that leads to it, part by part. What those reach by
    /// way of each other has the first one's name.
    ///
    /// - Parameter ownFrames: An address in the calling thread's stack below which the stack belongs to the
    ///   search, which knows the addresses that it looks for.
    /// - Returns: The roots, and whether time or room was over before all was looked at.
    package func find(ownFrames: UInt) -> (roots: [InferredRoot], isPartial: Bool) {
        let search = search(ownFrames: ownFrames, invertedObjects: [])
        let roots = Part.allCases.flatMap(search.find)
        return (roots, search.isPartial)
    }

    /// Begins a search, which reads memory anew.
    ///
    /// - Parameter invertedObjects: Those whose fields to look at.
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

    /// One search, part by part in their order.
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

        /// What a part leads to that none before does.
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
                walk.walk(
                    from: ThreadMemory.all(memory: memory, maps: maps, ownFrames: ownFrames).map {
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

/// Tells Foundation's and libdispatch's objects that hold nothing of the project's: locks, formatters, patterns.
///
/// Their memory is C's, and much of it is never written: what had it before is still there, so a word in it
/// that leads to an object says nothing.
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

    /// What objects of CoreFoundation's have in the second byte of their third word and the next, as its
    /// "CFRuntime.h" has it. Each of these functions returns a number alone.
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
