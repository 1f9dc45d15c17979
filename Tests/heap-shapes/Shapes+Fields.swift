/// References in fields of classes, and in what those are made of.
enum FieldShapes {
    class Base {
        var child: Child?
    }
    class Middle: Base {
        var count = 1
    }
    final class Derived: Middle {
        var other: Child?
    }
    final class Plain {
        let child: Child
        init(_ child: Child) { self.child = child }
    }
    final class Optional {
        var child: Child?
    }
    final class DoublyOptional {
        var child: Child??
    }
    struct State {
        var count = 0
        var child: Child?
    }
    struct Model {
        var name = "a name that does not fit into a word"
        var state = State()
    }
    final class WithStruct {
        var state = State()
    }
    final class WithNestedStruct {
        var model = Model()
    }
    final class WithOptionalStruct {
        var model: Model?
    }
    final class WithTuple {
        var pair: (Int, Child?) = (0, nil)
    }
    final class WithNamedTuple {
        var pair: (count: Int, child: Child?) = (0, nil)
    }
    final class Generic<Value> {
        var value: Value
        init(_ value: Value) { self.value = value }
    }
    class GenericBase<Value> {
        var value: Value
        var place = 0
        init(_ value: Value) { self.value = value }
    }
    final class OfGeneric: GenericBase<Int8> {
        var child: Child?
    }
    final class WithLazy {
        let source: Child
        lazy var child: Child = source
        init(_ source: Child) { self.source = source }
    }
    final class WithOnlyLazy {
        lazy var child: Child? = nil
    }
    actor Keeper {
        let child: Child
        init(_ child: Child) { self.child = child }
    }
    @propertyWrapper struct Wrapped {
        var wrappedValue: Child?
    }
    final class WithWrapper {
        @Wrapped var child: Child?
    }
    final class Weak {
        weak var child: Child?
        unowned let other: Child
        unowned(unsafe) let third: Child
        let fourth: Unmanaged<Child>
        weak var listener: (any Listener)?
        unowned var fifth: any Listener
        init(_ child: Child) {
            self.child = child
            other = child
            third = child
            fourth = .passUnretained(child)
            fifth = child
            listener = child
        }
    }
    struct WeakBox {
        weak var child: Child?
        var count = 3
    }
    final class WeakInside {
        var boxes: [WeakBox] = []
        var box = WeakBox()
        var any: Any = 0
        var pair: (Int, Unmanaged<Child>?) = (1, nil)
    }

    static var all: [Shape] {
        [
            Shape("a field") { Plain($0) },
            Shape("an optional field") {
                let holder = Optional()
                holder.child = $0
                return holder
            },
            Shape("an optional optional") {
                let holder = DoublyOptional()
                holder.child = $0
                return holder
            },
            Shape("a superclass's field") {
                let holder = Derived()
                holder.child = $0
                return holder
            },
            Shape("a subclass's field") {
                let holder = Derived()
                holder.other = $0
                return holder
            },
            Shape("a struct's field") {
                let holder = WithStruct()
                holder.state.child = $0
                return holder
            },
            Shape("a nested struct's field") {
                let holder = WithNestedStruct()
                holder.model.state.child = $0
                return holder
            },
            Shape("an optional struct's field") {
                let holder = WithOptionalStruct()
                holder.model = Model(state: State(child: $0))
                return holder
            },
            Shape("a tuple") {
                let holder = WithTuple()
                holder.pair.1 = $0
                return holder
            },
            Shape("a tuple with names") {
                let holder = WithNamedTuple()
                holder.pair.child = $0
                return holder
            },
            Shape("a generic class") { Generic($0) },
            Shape("a generic class of a struct") { Generic(State(child: $0)) },
            Shape("a generic superclass") {
                let holder = OfGeneric(7)
                holder.child = $0
                return holder
            },
            Shape("a lazy field") {
                let holder = WithOnlyLazy()
                holder.child = $0
                return holder
            },
            Shape("an actor") { Keeper($0) },
            Shape("a property wrapper") {
                let holder = WithWrapper()
                holder.child = $0
                return holder
            },
        ]
    }

    static var none: [Shape] {
        [
            Shape("weak, unowned and unmanaged fields") { Weak($0) },
            Shape("weak fields of structs") {
                let holder = WeakInside()
                holder.box.child = $0
                holder.boxes = [WeakBox(child: $0)]
                holder.any = WeakBox(child: $0)
                holder.pair.1 = .passUnretained($0)
                return holder
            },
        ]
    }
}
