/// Carries an object that is only released, never used, across threads.
final class Held: @unchecked Sendable {
    // Unchecked but right: nothing reads it.
    private let object: AnyObject

    init(_ object: AnyObject) {
        self.object = object
    }
}
