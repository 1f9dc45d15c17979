/// Takes the events of a trace, one by one in the order of their time.
@usableFromInline
package protocol EventConsumer {
    /// Takes a definition.
    mutating func define(_ event: TraceEvent)

    /// Takes an event that is no definition; it is valid only during the call.
    mutating func apply(_ event: PackedEvent)
}
