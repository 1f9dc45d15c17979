// SPDX-License-Identifier: Apache-2.0

// Raw values are stored in traces: never renumber one.

/// The part an object plays in its RIB.
public enum ObjectKind: UInt8, FieldValue, CaseIterable, Sendable {
    case router = 1
    case interactor = 2
    case presenter = 3
    case view = 4
    case worker = 5
    case workflow = 6
    case component = 7
    /// Anything followed by `track`.
    case object = 8
    /// A RIB without base classes, which stands in the tree as a router does.
    case rib = 9

    /// True for what RIBs may share, so that it may outlive one of them.
    package var mayBeShared: Bool {
        switch self {
        case .worker, .workflow, .component: true
        case .router, .interactor, .presenter, .view, .object, .rib: false
        }
    }
}

/// What code did to a RIB that the architecture does not allow.
public enum LifecycleViolation: UInt8, FieldValue, CaseIterable, Sendable {
    /// A router was attached where it is attached already, or while another router has it.
    case attachedTwice = 1
    /// A router was detached from one that it is not a child of.
    case detachedNonChild = 2
    /// A RIB was freed that nobody had detached.
    case freedWhileAttached = 3
    /// An interactor of a tree was freed that nobody had deactivated.
    case freedWhileActive = 4
    /// A router was loaded again without being attached again.
    case loadedTwice = 5
    /// The tree or a view was touched on another thread than the one that owns them.
    case offOwnerThread = 6
    /// A router was to be attached to itself, or to one that stands below it.
    case attachedBelowItself = 7
    /// A child was still attached when its parent went, though the parent's field had another one
    /// of its kind.
    case replacedWhileAttached = 8
    /// A child was still attached when its parent went, though the parent's field for it was empty.
    case clearedWhileAttached = 9
}

/// Why the recorder judged, at this moment, what should have been freed.
public enum SettleReason: UInt8, FieldValue, CaseIterable, Sendable {
    /// A test or another scope ended.
    case scopeEnd = 1
    /// The host asked for it.
    case request = 2
    /// The process exits.
    case exit = 3
    /// The time is over in which objects had to be freed; those with time left are not judged.
    case deadline = 4
    /// A RIB goes that alone kept objects which should have been freed before: it is detached, or
    /// its whole tree ends. Or the tree of a router that is in use ends.
    case treeEnd = 5
}

/// How it is known whose a subscription is.
///
/// What was seen ranks above when it was made.
public enum SubscriptionAttribution: UInt8, FieldValue, CaseIterable, Sendable {
    /// The code that made it says so, by a form such as `.sink(in:)` or `.tracked(by:)`.
    case explicit = 1
    /// It was made while the owner's own code ran.
    case current = 2
    /// Its closure captures the owner.
    case captured = 3
    /// Nobody's, as far as is known.
    case unowned = 4
    /// The owner keeps its token: in a field, or in something that it alone keeps.
    case kept = 5
    /// Its closure captures the owner weakly, unowned or unmanaged.
    case capturedWeakly = 6
    /// The evidence names different owners, such as one that keeps its token and another that its
    /// closure captures. Then it is unowned.
    case disputed = 7
    /// The nearest code of the project that made it is the owner's own, and there was only one.
    case made = 8
    /// The closure of the task that made it captures the owner.
    case task = 9
}

/// What binds a subscription to its owner's activity, as far as is known when it is made.
public enum SubscriptionConfinement: UInt8, FieldValue, CaseIterable, Sendable {
    /// Nothing that is known: it may end in time all the same.
    case none = 1
    /// It is silent while its owner is inactive, as by `confineTo`.
    case silent = 2
    /// It ends when its owner becomes inactive, as by `task(in:)`.
    case ending = 3
}

/// How a subscription ended.
public enum SubscriptionEnd: UInt8, FieldValue, CaseIterable, Sendable {
    case cancelled = 1
    case completed = 2
    case failed = 3
    /// What made it is gone, and it went with that, without a word.
    case ownerGone = 4
}

/// How many values a subscription delivered, by the activity of its owner at that moment, and when.
public struct DeliveryCounts: Equatable, Sendable {
    /// Values delivered while the owner was active, or while there was no owner.
    public var whileActive: UInt64
    /// Values delivered while the owner was inactive or gone.
    public var whileInactive: UInt64
    /// When the first value came, in nanoseconds on the monotonic clock; 0 before it.
    public var firstAt: UInt64
    /// When the last value came, in nanoseconds on the monotonic clock; 0 before the first.
    public var lastAt: UInt64

    @inlinable
    public init(
        whileActive: UInt64 = 0, whileInactive: UInt64 = 0, firstAt: UInt64 = 0, lastAt: UInt64 = 0
    ) {
        (self.whileActive, self.whileInactive) = (whileActive, whileInactive)
        (self.firstAt, self.lastAt) = (firstAt, lastAt)
    }
}

/// How much is recorded, so that cost is a choice; set by the environment's `RIBLEAK_LEVEL`.
public enum RecordingLevel: String, CaseIterable, Sendable {
    /// Nothing.
    case off
    /// Lifetimes and counts, no stacks.
    case counts
    /// For shipped apps: some processes, with stacks and retain paths for some RIBs until a budget
    /// is spent.
    case sampled
    /// Stacks too.
    case full
}

/// What is used up when a session at level `sampled` records no more stacks and retain paths.
public enum CostLimit: UInt8, FieldValue, CaseIterable, Sendable {
    case processorTime = 1
    /// Bytes in the trace.
    case bytes = 2
}

/// A call stack as return addresses, innermost first.
public struct StackDefinition: Hashable, Sendable {
    /// A return address, relative to the image it lies in.
    public struct Frame: Hashable, Sendable {
        /// The image, or none when the address lay in no known one.
        public let image: ImageID
        /// The address in the image's file, or in memory when there is no image.
        public let offset: UInt64

        public init(image: ImageID, offset: UInt64) {
            self.image = image
            self.offset = offset
        }
    }

    /// Innermost first.
    public let frames: [Frame]
    /// True when the stack was deeper than the recorder's limit.
    public let isTruncated: Bool

    public init(frames: [Frame], isTruncated: Bool) {
        self.frames = frames
        self.isTruncated = isTruncated
    }
}

/// An executable or shared library mapped into the recorded process.
public struct ImageDefinition: Hashable, Sendable {
    public package(set) var id: ImageID
    /// The difference between an address in memory and the same address in the file.
    public let loadBias: UInt64
    /// The file's path, as the loader knew it.
    public let path: String
    /// The linker's build id in lower-case hexadecimal, or empty when the image has none.
    public let buildID: String

    public init(id: ImageID, loadBias: UInt64, path: String, buildID: String) {
        (self.id, self.loadBias, self.path, self.buildID) = (id, loadBias, path, buildID)
    }
}

/// What an event tells of, in the order in which events are dropped when a limit is near.
public enum EventClass: UInt8, FieldValue, CaseIterable, Sendable {
    /// What subscriptions delivered.
    case values = 1
    /// That subscriptions began and ended.
    case subscriptions = 2
    /// Lives, attachments and activity.
    case lifecycle = 3
    /// Definitions, scopes and judgements: without them the rest says nothing.
    case essential = 4
}

extension EventClass {
    /// The part of the disk limit, in percent, up to which a new packet may be begun for it.
    var share: Int {
        switch self {
        case .values: 85
        case .subscriptions: 90
        case .lifecycle: 96
        case .essential: 100
        }
    }
}
