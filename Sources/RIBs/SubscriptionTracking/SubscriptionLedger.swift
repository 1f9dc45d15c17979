#if !canImport(Combine)
    import RIBRecorder
    import RIBTrace

    /// Where a tracker enters what it sees; the recorder, except in tests.
    protocol SubscriptionLedger: AnyObject, Sendable {
        /// Whose subscriptions the calling thread makes now. It lives at least until the code that it
        /// owns returns.
        var currentOwner: Unmanaged<Activity>? { get }

        /// Whether what the calling thread subscribes to without an owner is to be entered too.
        var takesUnowned: Bool { get }

        /// Whose a subscription is by what its subscriber captures; nil when that does not tell.
        ///
        /// - Parameter subscriber: The address of a living `Sink` or `Assign` of OpenCombine.
        func capturedOwner(by subscriber: UnsafeMutableRawPointer) -> Activity?

        /// Enters a subscription; nil when nothing is recorded. The caller keeps owner and chain.
        ///
        /// - Parameter spare: An entry that ended, whose memory may serve this one.
        func subscribed(
            owner: Unmanaged<Activity>, chain: Unmanaged<ChainText>,
            attribution: SubscriptionAttribution, confinement: SubscriptionConfinement,
            inPlaceOf spare: inout LedgerEntry?
        ) -> LedgerEntry?

        /// Counts a value that comes now. Called under one lock for all entries, so it calls nobody.
        ///
        /// - Returns: False when it is not counted, since the owner is inactive.
        func count(_ entry: LedgerEntry) -> Bool
        /// As `count`, of a value that was let through while the owner was active.
        func countInTime(_ entry: LedgerEntry)
        /// Takes a value that was not counted.
        func willDeliverWhileInactive(_ entry: LedgerEntry)
        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd)
    }

    /// Enters what a tracker sees into the recorder of this process.
    final class RecorderLedger: SubscriptionLedger {
        /// It lives as long as the process. Each use of `shared` would count a reference, for which
        /// threads wait on each other.
        private let recorder = Unmanaged.passUnretained(Recorder.shared)

        var currentOwner: Unmanaged<Activity>? {
            recorder._withUnsafeGuaranteedRef { $0.unretainedOwner }
        }

        var takesUnowned: Bool { recorder._withUnsafeGuaranteedRef { $0.takesUnowned } }

        func capturedOwner(by subscriber: UnsafeMutableRawPointer) -> Activity? {
            recorder._withUnsafeGuaranteedRef {
                // A `Sink` has the one, an `Assign` the other. What only the completion captures is
                // given no values.
                $0.capturedOwner(
                    by: subscriber, in: ["receiveValue", "object"], Self.classesOfOwners)
            }
        }

        /// A router is its interactor's.
        private static let classesOfOwners = OwnerClasses(
            owners: [ObjectIdentifier(Interactor.self), ObjectIdentifier(Worker.self)],
            referrers: [ObjectIdentifier(Router<Interactor>.self)])

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

        func willDeliverWhileInactive(_ entry: LedgerEntry) {
            // As in `subscribed`.
            recorder.takeUnretainedValue().willDeliverWhileInactive(entry)
        }

        func ended(_ entry: LedgerEntry, _ end: SubscriptionEnd) {
            recorder._withUnsafeGuaranteedRef { $0.ended(entry, end) }
        }
    }
#endif
