/// Objects in variables that live as long as the process. Safe: one thread alone changes them.
final class Store {
    /// What fills all words of an existential.
    struct Wide {
        var number = 1
        var child: Child
        var other = 2
    }

    nonisolated(unsafe) static let shared = Store()
    nonisolated(unsafe) static var current: Child?
    nonisolated(unsafe) static weak var weakChild: Child?
    nonisolated(unsafe) static unowned var unownedChild: Child?
    nonisolated(unsafe) static var unmanaged: Unmanaged<Child>?
    nonisolated(unsafe) static var identity: ObjectIdentifier?
    nonisolated(unsafe) static var handler: (() -> Void)?
    nonisolated(unsafe) static var listener: (any Listener)?
    nonisolated(unsafe) static var list: [Child] = []
    nonisolated(unsafe) static var named: [String: () -> Void] = [:]
    nonisolated(unsafe) static var state = EnumShapes.Several.nothing
    nonisolated(unsafe) static var pair: (Int, Child?) = (1, nil)
    nonisolated(unsafe) static var any: Any = 0
    nonisolated(unsafe) static var model = FieldShapes.Model()

    nonisolated(unsafe) var child: Child?
    nonisolated(unsafe) var handlers: [() -> Void] = []
}

struct GlobalShape {
    let name: String
    let set: (Child) -> Void

    static var all: [GlobalShape] {
        [
            GlobalShape(name: "static let") { Store.shared.child = $0 },
            GlobalShape(name: "static let, closures") { child in
                Store.shared.handlers = [{ child.hear() }]
            },
            GlobalShape(name: "static var") { Store.current = $0 },
            GlobalShape(name: "static var of a closure") { child in Store.handler = { child.hear() }
            },
            GlobalShape(name: "static var of an existential") { Store.listener = $0 },
            GlobalShape(name: "static var of an array") { Store.list = [Child(), $0] },
            GlobalShape(name: "static var of a dictionary") { child in
                Store.named = ["tap": { child.hear() }]
            },
            GlobalShape(name: "static var of an enum") { Store.state = .child($0) },
            GlobalShape(name: "static var of a tuple") { Store.pair.1 = $0 },
            GlobalShape(name: "static var of Any") { Store.any = $0 },
            GlobalShape(name: "static var of a struct") { Store.model.state.child = $0 },
            GlobalShape(name: "a variable of main.swift") { topLevelChild = $0 },
        ]
    }

    static var none: [GlobalShape] {
        [
            GlobalShape(name: "static weak var") { Store.weakChild = $0 },
            GlobalShape(name: "static unowned var") { Store.unownedChild = $0 },
            GlobalShape(name: "static var of Any that has something else by now") {
                Store.any = Store.Wide(child: $0)
                Store.any = 0
            },
            GlobalShape(name: "static var of Unmanaged") { Store.unmanaged = .passUnretained($0) },
            GlobalShape(name: "static var of an identity") {
                Store.identity = ObjectIdentifier($0)
            },
        ]
    }

    static func reset() {
        Store.shared.child = nil
        Store.shared.handlers = []
        Store.current = nil
        Store.handler = nil
        Store.listener = nil
        Store.list = []
        Store.named = [:]
        Store.state = .nothing
        Store.pair.1 = nil
        Store.any = 0
        Store.model.state.child = nil
        topLevelChild = nil
    }
}
