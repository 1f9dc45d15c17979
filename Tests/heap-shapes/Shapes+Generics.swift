/// References in generic types, and in rarer kinds of values.
enum GenericShapes {
    final class Outer<First> {
        final class Inner<Second> {
            let first: First
            let second: Second
            init(_ first: First, _ second: Second) {
                self.first = first
                self.second = second
            }
        }
    }
    struct Pair<First, Second> {
        var first: First
        var second: Second
    }
    final class Dependent<Items: Sequence> where Items.Element: AnyObject {
        var first: Items.Element?
        var items: Items
        init(_ items: Items) {
            self.items = items
            first = nil
        }
    }
    protocol Marked {}
    class Markable {}
    final class Composed {
        var both: any Listener & Speaker
        var marked: (Child & Listener)?
        var any: [any Speaker] = []
        var dictionary: [AnyHashable: Any] = [:]
        init(_ both: any Listener & Speaker) { self.both = both }
    }
    enum Big {
        case any(Any)
        case both(Child, Child?)
        case list([Child])
        case table([String: Child])
        case text(String, Int)
        case nested(EnumShapes.Several)
        case none
    }
    final class WithBig {
        var big = Big.none
        var optional: Big?
        init(_ big: Big) { self.big = big }
    }
    enum Boolean {
        case yes(Child, Bool)
        case no(Int32)
    }
    final class WithBoolean {
        var before = true
        var value: Boolean?
        var after = false
    }
    indirect enum Expression {
        case object(Child)
        case sum([Expression])
        case named(name: String, Expression)
    }
    final class WithExpression {
        var expression: Expression
        init(_ expression: Expression) { self.expression = expression }
    }

    /// Makes closures with parameters of their own, in which the class's argument is known from
    /// what they capture.
    final class Sender<Value> {
        var value: Value?
        func send() -> (Int, Int) -> Void { { [self] _, _ in _ = opaque(self) } }
        func send(_ kept: Value) -> (Int, Int) -> Void {
            { [self] _, _ in _ = opaque((self, kept)) }
        }
        func send(all kept: [Value]) -> (Int, Int) -> Void {
            { [self] _, _ in _ = opaque((self, kept)) }
        }
    }
    final class Sent {
        let call: (Int, Int) -> Void
        init(_ call: @escaping (Int, Int) -> Void) { self.call = call }
    }
    struct Two {
        let number: Int
        let child: Child
    }

    private static func composed(
        _ child: Child, _ fill: (Composed) -> Void
    ) -> Composed {
        let holder = Composed(Other())
        fill(holder)
        return holder
    }

    private final class Other: Listener, Speaker {
        func hear() {}
        func speak() {}
    }

    static var all: [Shape] {
        [
            Shape("a nested generic class") { Outer<Int8>.Inner<Child>(1, $0) },
            Shape("a generic struct") { FieldShapes.Generic(Pair(first: UInt16(1), second: $0)) },
            Shape("a dependent type") {
                let holder = Dependent([$0])
                holder.first = $0
                holder.items = []
                return holder
            },
            Shape("a composition of protocols") { Composed($0) },
            Shape("a composition with a class") { child in
                composed(child) { $0.marked = child }
            },
            Shape("an array of existentials") { child in
                composed(child) { $0.any = [ExistentialShapes.Large(child: child)] }
            },
            Shape("a dictionary of Any by AnyHashable") { child in
                composed(child) { $0.dictionary = ["key": child] }
            },
            Shape("Any in an enum") { WithBig(.any($0)) },
            Shape("two objects in an enum") { WithBig(.both(Child(), $0)) },
            Shape("an array in an enum") { WithBig(.list([$0])) },
            Shape("a dictionary in an enum") { WithBig(.table(["key": $0])) },
            Shape("an enum in an enum") { WithBig(.nested(.child($0))) },
            Shape("an optional large enum") {
                let holder = WithBig(.none)
                holder.optional = .both($0, nil)
                return holder
            },
            Shape("an enum between booleans") {
                let holder = WithBoolean()
                holder.value = .yes($0, true)
                return holder
            },
            Shape("an indirect enum's array") {
                WithExpression(.sum([.named(name: "x", .object(Child())), .object($0)]))
            },
            Shape("a generic class that a closure with parameters captures") {
                let sender = Sender<Child>()
                sender.value = $0
                return Sent(sender.send())
            },
            Shape("a generic value that a closure with parameters captures") {
                Sent(Sender<Two>().send(Two(number: 1, child: $0)))
            },
            Shape("an array of generic values that a closure with parameters captures") {
                Sent(Sender<Two>().send(all: [Two(number: 1, child: $0)]))
            },
            Shape("an indirect enum's names") { WithExpression(.named(name: "x", .object($0))) },
        ]
    }

    static var none: [Shape] {
        [
            Shape("an array of unmanaged references") {
                FieldShapes.Generic([Unmanaged.passUnretained($0)])
            },
            Shape("a pointer") { FieldShapes.Generic(Unmanaged.passUnretained($0).toOpaque()) },
            Shape("an identity") { FieldShapes.Generic(ObjectIdentifier($0)) },
        ]
    }
}
