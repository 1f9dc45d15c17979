/// References that closures capture.
enum ClosureShapes {
    final class Handler {
        var handle: (() -> Void)?
        var transform: ((Int) -> Int)?
        var consume: ((Child) -> Void)?
        lazy var later: () -> Void = { [self] in handle?() }
    }
    struct Pair {
        var number = 1
        var child: Child
    }

    /// A value of an object that is read and written through closures.
    final class Field<Value> {
        let get: () -> Value
        let set: (Value) -> Void

        init<Root: AnyObject>(_ root: Root, _ path: ReferenceWritableKeyPath<Root, Value>) {
            get = { root[keyPath: path] }
            set = { root[keyPath: path] = $0 }
        }

        init<Root: AnyObject>(weak root: Root, _ path: KeyPath<Root, Value>, or value: Value) {
            get = { [weak root] in root?[keyPath: path] ?? value }
            set = { _ in }
        }

        init<Root: AnyObject>(unowned root: Root, _ path: KeyPath<Root, Value>) {
            get = { [unowned root] in root[keyPath: path] }
            set = { _ in }
        }
    }

    private static func handler(_ fill: (Handler) -> Void) -> Handler {
        let handler = Handler()
        fill(handler)
        return handler
    }

    @inline(never)
    static func apply<Value, Result>(
        _ value: Value, _ body: @escaping (Value) -> Result
    ) -> () -> Result {
        { body(value) }
    }

    @inline(never)
    static func keep<Value>(_ value: Value) -> () -> Void {
        { _ = opaque(value) }
    }

    @inline(never)
    static func keepSpeaker<Value: Speaker>(_ value: Value, times: Int) -> () -> Void {
        { for _ in 0..<times { value.speak() } }
    }

    static var all: [Shape] {
        [
            Shape("a closure") { child in handler { $0.handle = { child.hear() } } },
            Shape("a closure of two things") { child in
                let number = opaque(7)
                return handler { $0.transform = { $0 + number + child.heard } }
            },
            Shape("a captured variable") { child in
                var current: Child? = child
                let handler = handler {
                    $0.handle = {
                        current?.hear()
                        if opaque(false) { current = nil }
                    }
                }
                return handler
            },
            Shape("a captured struct") { child in
                let pair = Pair(number: opaque(3), child: child)
                return handler { $0.handle = { for _ in 0..<pair.number { pair.child.hear() } } }
            },
            Shape("a closure in a closure") { child in
                let inner = opaque({ child.hear() })
                return handler {
                    $0.handle = {
                        inner()
                        inner()
                    }
                }
            },
            Shape("a generic closure") { child in handler { $0.handle = keep(child) } },
            Shape("a generic closure of a protocol's type") { child in
                handler { $0.handle = keepSpeaker(child, times: opaque(2)) }
            },
            Shape("a generic closure of a struct") { child in
                handler { $0.handle = keep(Pair(child: child)) }
            },
            Shape("a closure that was given") { child in
                handler { $0.handle = apply(child) { $0.hear() } }
            },
            Shape("a bound method") { child in handler { $0.handle = child.hear } },
            Shape("a closure of a key path") { child in Field(child, \.back) },
            Shape("a closure of a key path to a number") { child in Field(child, \.number) },
            Shape("a closure that captures an array") { child in
                let children = opaque([child])
                return handler { $0.handle = { for child in children { child.hear() } } }
            },
        ]
    }

    static var none: [Shape] {
        [
            Shape("[weak child]") { child in
                handler { $0.handle = { [weak child] in child?.hear() } }
            },
            Shape("[unowned child]") { child in
                handler { $0.handle = { [unowned child] in child.hear() } }
            },
            Shape("[unowned(unsafe) child]") { child in
                handler { $0.handle = { [unowned(unsafe) child] in child.hear() } }
            },
            Shape("a closure of a key path and a weak object") { child in
                Field(weak: child, \.heard, or: 0)
            },
            Shape("a closure of a key path and an unowned object") { child in
                Field(unowned: child, \.heard)
            },
            Shape("an unmanaged capture") { child in
                let unmanaged = Unmanaged.passUnretained(child)
                return handler { $0.handle = { unmanaged.takeUnretainedValue().hear() } }
            },
        ]
    }
}
