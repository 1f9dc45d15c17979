/// A RIB's place in the living tree.
struct LivePlace {
    /// Such as `Root/LoggedIn`.
    let path: String
    /// The path of the RIB above; nil for a root.
    let parentPath: String?
}
