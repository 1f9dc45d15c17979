/// One way to hold an object.
struct Shape {
    let name: String
    /// Makes an object that holds the given one.
    let build: (Child) -> AnyObject

    init(_ name: String, _ build: @escaping (Child) -> AnyObject) {
        self.name = name
        self.build = build
    }
}

protocol Listener: AnyObject {
    func hear()
}

protocol Speaker {
    func speak()
}

/// What is held.
final class Child: Listener, Speaker, Hashable, Error, @unchecked Sendable {
    /// Closes a cycle; nothing else uses it, and one thread alone sets it, which is why this class may
    /// say that it can be sent.
    var back: AnyObject?
    private(set) var heard = 0
    /// Bound by key paths; nothing else uses it.
    var number = 0

    func hear() { heard += 1 }
    func speak() { heard += 1 }

    static func == (left: Child, right: Child) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Keeps the optimiser from knowing what a value is, or that nobody uses it.
@inline(never) @_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }
