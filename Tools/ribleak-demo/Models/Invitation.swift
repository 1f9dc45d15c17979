/// A friend's wish to play.
struct Invitation: Sendable {
    let friend: String
}
