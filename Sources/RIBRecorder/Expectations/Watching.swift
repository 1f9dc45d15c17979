import CRIBShims

/// What is kept of an object that should be freed: 16 bytes, since there may be very many.
protocol Watching {
    /// What is seen of the object, unless it is gone or being freed.
    var sight: WatchSight? { get }
    var stamp: ExpectationStamp { get }
    /// In milliseconds from the beginning of the recording.
    var since: UInt32 { get }
}

/// A watched object that is still there.
struct WatchSight {
    /// The object, if looking at it means to hold it.
    let held: AnyObject?
    let address: UInt
    let type: ObjectIdentifier
    let stamp: ExpectationStamp
    let since: UInt32
}

/// Watches any object.
struct WeakWatch: Watching {
    weak var object: AnyObject?
    let stamp: ExpectationStamp
    let since: UInt32

    var sight: WatchSight? {
        object.map {
            WatchSight(
                held: $0, address: UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()),
                type: ObjectIdentifier(type(of: $0)), stamp: stamp, since: since)
        }
    }
}

/// Watches an object that ends the watch in its `deinit`: that costs neither the side table of a
/// weak reference nor the slow way that all references to an object with one take.
struct ReportingWatch: Watching {
    private let address: UnsafeMutableRawPointer
    let stamp: ExpectationStamp
    let since: UInt32

    init(_ object: AnyObject, stamp: ExpectationStamp, since: UInt32) {
        address = Unmanaged.passUnretained(object).toOpaque()
        self.stamp = stamp
        self.since = since
    }

    /// Begins to bring the object to the processor, which takes longer than to look at it.
    func fetch() { ribleak_prefetch(address) }

    /// To be read under the lock that the end of the watch takes: the object may be in its `deinit`,
    /// which then waits for that lock, but not past it.
    var sight: WatchSight? {
        ObjectReference.livingType(address).map {
            WatchSight(
                held: nil, address: UInt(bitPattern: address), type: $0, stamp: stamp, since: since)
        }
    }
}
