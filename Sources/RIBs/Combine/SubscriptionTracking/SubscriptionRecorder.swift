// SPDX-License-Identifier: Apache-2.0

#if !RxSwift && !canImport(Combine)
    import RIBRecorder

    /// Where a tracker enters what it sees; the recorder, except in tests.
    protocol SubscriptionRecorder: AnyObject, Sendable {
        /// The owner of the subscriptions that the calling thread makes now. It lives at least
        /// until the code that it owns returns.
        var currentOwner: Unmanaged<Activity>? { get }

        /// Whether subscriptions that the calling thread makes without an owner are entered too.
        var takesUnowned: Bool { get }

        /// The owner of a subscription as its subscriber's captures show it, or else its task's.
        ///
        /// - Parameters:
        ///   - subscriber: The address of a living `Sink` or `Assign` of OpenCombine, if it is one.
        ///   - task: The address of the calling task.
        func capturedOwner(by subscriber: UnsafeMutableRawPointer?, task: UInt?) -> CapturedOwner

        /// Has the owner of an entered subscription searched later.
        ///
        /// - Parameter task: The address of the calling task.
        func awaitsOwner(_ id: SubscriptionID, task: UInt?)

        /// The object that was recorded last.
        var lastObject: ObjectID { get }

        /// Gives a live unowned subscription to an owner. Called under one lock for all entries, so
        /// it calls no other code.
        ///
        /// - Returns: Its new entry; nil if it has ended.
        func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry?

        /// Enters a subscription; nil when nothing is recorded. The caller keeps owner and chain.
        ///
        /// - Parameter spare: An entry that ended, whose memory may serve this one.
        func subscribed(
            owner: Unmanaged<Activity>, chain: Unmanaged<ChainText>,
            attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
            inPlaceOf spare: inout LedgerEntry?
        ) -> LedgerEntry?

        /// Counts a value that comes now. Called under one lock for all entries, so it calls no
        /// other code.
        ///
        /// - Returns: False when it is not counted, since the owner is inactive.
        func count(_ entry: LedgerEntry) -> Bool
        /// Same as `count`, for a value that was let through while the owner was active.
        func countInTime(_ entry: LedgerEntry)
        /// Records a value that was not counted.
        ///
        /// - Parameter subscriber: The address of the living subscriber, if it may show another
        ///   owner.
        func willDeliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?)
        /// Records a value that another subscription of the same inactive owner brought.
        func noteFed(_ entry: LedgerEntry)
        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd)
    }

    /// Records what a tracker sees in the recorder of this process.
    final class SharedSubscriptionRecorder: SubscriptionRecorder {
        /// It lives as long as the process. Each use of `shared` would count a reference, for which
        /// threads wait on each other.
        private let recorder = Unmanaged.passUnretained(Recorder.shared)

        var currentOwner: Unmanaged<Activity>? {
            recorder._withUnsafeGuaranteedRef { $0.unretainedOwner }
        }

        var takesUnowned: Bool { recorder._withUnsafeGuaranteedRef { $0.takesUnowned } }

        func capturedOwner(
            by subscriber: UnsafeMutableRawPointer?, task: UInt?
        ) -> CapturedOwner {
            recorder._withUnsafeGuaranteedRef { $0.capturedOwner(by: subscriber, task: task) }
        }

        func awaitsOwner(_ id: SubscriptionID, task: UInt?) {
            recorder._withUnsafeGuaranteedRef { $0.awaitsOwner(id, task: task) }
        }

        var lastObject: ObjectID { recorder._withUnsafeGuaranteedRef { $0.lastObject } }

        func give(_ entry: LedgerEntry, to owner: Activity) -> LedgerEntry? {
            recorder._withUnsafeGuaranteedRef { $0.give(entry, to: owner) }
        }

        func subscribed(
            owner: Unmanaged<Activity>, chain: Unmanaged<ChainText>,
            attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
            inPlaceOf spare: inout LedgerEntry?
        ) -> LedgerEntry? {
            guard let number = chain._withUnsafeGuaranteedRef({ $0.number }) else {
                return recorder.takeUnretainedValue().subscribed(
                    owner: owner.takeUnretainedValue(), chain: chain.takeUnretainedValue().text,
                    attribution: attribution, confinement: confinement)
            }
            return recorder._withUnsafeGuaranteedRef {
                $0.subscribed(
                    owner: owner, chainNumbered: number, chain.takeUnretainedValue().text,
                    attribution: attribution, confinement: confinement, inPlaceOf: &spare)
            }
        }

        func count(_ entry: LedgerEntry) -> Bool { entry.countAloneUnlessInactive() }

        func countInTime(_ entry: LedgerEntry) { entry.countAlone() }

        func willDeliverWhileInactive(
            _ entry: LedgerEntry, to subscriber: UnsafeMutableRawPointer?
        ) {
            // This is rare, so it may count a reference.
            recorder.takeUnretainedValue().willDeliverWhileInactive(entry, to: subscriber)
        }

        func noteFed(_ entry: LedgerEntry) { recorder.takeUnretainedValue().noteFed(entry) }

        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
            recorder._withUnsafeGuaranteedRef { $0.ended(entry, end) }
        }
    }
#endif
