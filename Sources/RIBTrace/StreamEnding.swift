/// How the reading of a stream file ended. Truncation is data, not an error: every whole event
/// before it was read.
public enum StreamEnding: Equatable, Sendable {
    /// Every packet was whole.
    case complete
    /// The file ends inside a packet, as after a crash of the machine or a partial copy.
    case cutShort
    /// The bytes at this offset of the file are no ribleak packet or event.
    case damaged(offset: Int, reason: String)
}
