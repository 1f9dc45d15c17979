import RIBRecorder

/// A reference to a follower that ends it in its `deinit`, and is not kept until then.
///
/// In place of a weak reference: that would make each reference to a router slower.
struct FollowerReference {
    private unowned(unsafe) let follower: any ActivityFollower
    private let address: UnsafeMutableRawPointer

    init(_ follower: any ActivityFollower) {
        self.follower = follower
        address = Unmanaged<AnyObject>.passUnretained(follower).toOpaque()
    }

    /// The follower, or nil when it is being freed.
    ///
    /// To be asked for under the lock under which its `deinit` ends this reference: the follower may
    /// be in that `deinit` just now, but not past it.
    var object: (any ActivityFollower)? {
        ObjectReference.whileRetained(address) { follower }
    }

    func refers(to other: AnyObject) -> Bool {
        address == Unmanaged.passUnretained(other).toOpaque()
    }
}
