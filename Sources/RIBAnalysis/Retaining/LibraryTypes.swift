/// The classes of the libraries that bring values, in whose edges no mistake lies.
enum LibraryTypes {
    /// Names without generic arguments.
    private static let names: Set = [
        "AnyCancellable", "AnySubscriber", "Cell", "Conduit", "CurrentValueSubject", "Inner",
        "PassthroughSubject", "PublisherBox", "Sink", "SubjectSubscriber",
    ]

    /// - Parameter type: Such as `Inner<Sink<Int, Never>>`.
    static func contain(_ type: String) -> Bool {
        names.contains(String(type.prefix { $0 != "<" }))
    }
}
