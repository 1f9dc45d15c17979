/// Somebody with an account.
struct User {
    let name: String
}
