#if canImport(Glibc)
    import Glibc
#endif

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
