import RIBTrace

/// What the measurements in `Tools/Benchmarks` reach beyond the public interface; for nobody else,
/// and changed without notice. Each goes the way of the calls that the runtime makes.
@_spi(Measuring) extension Recorder {
    /// Records at level `full` into a new run folder below `runsFolder`.
    ///
    /// - Parameter stackDepth: Frames a stack has at most.
    public convenience init(measuringIn runsFolder: String, stackDepth: Int = 64) {
        var configuration = RecorderConfiguration(level: .full, runsFolder: runsFolder)
        configuration.stackDepth = stackDepth
        self.init(configuration)
    }

    /// Captures and interns the calling stack.
    public func captureStack() -> StackID { withSession { $0.stack() } ?? .none }

    /// Records an event of four fields, without a stack.
    public func recordFourFields(_ subscription: SubscriptionID, values: UInt64) {
        record(
            .objectCreated(
                ObjectID(subscription.rawValue), .object, type: StringID(values), stack: .none))
    }

    /// Records the birth of an object of a base class.
    public func recordCreation(of type: Any.Type) -> ObjectID { objectCreated(.router, type: type) }

    /// The id of an object without a base class, which the recorder then keeps.
    public func identifyView(_ view: AnyObject) -> ObjectID { identify(view, as: .view) }

    /// Watches an object until it is freed.
    public func watch(_ object: AnyObject, _ id: ObjectID) {
        expectDeallocation(of: object, id: id)
    }
}
