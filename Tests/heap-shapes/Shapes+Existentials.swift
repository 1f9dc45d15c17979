/// References in values whose type is known only when the program runs.
enum ExistentialShapes {
    struct Small: Speaker, Error {
        let child: Child
        func speak() { child.speak() }
    }
    struct Large: Speaker {
        var first = 1, second = 2, third = 3
        let child: Child
        func speak() { child.speak() }
    }
    protocol Other {}
    protocol Carrier<Load> {
        associatedtype Load
        var load: Load { get }
    }
    struct ChildCarrier: Carrier {
        var load: Child
    }
    final class WithAny {
        var any: Any?
    }
    final class WithSpeaker {
        var speaker: any Speaker
        init(_ speaker: any Speaker) { self.speaker = speaker }
    }
    final class WithListener {
        var listener: (any Listener)?
    }
    final class WithObject {
        var object: AnyObject?
    }
    final class WithClassAndProtocol {
        var both: (Child & Other2)?
    }
    protocol Other2 {}
    final class WithError {
        var error: (any Error)?
    }
    final class WithCarrier {
        var carrier: any Carrier<Child>
        init(_ carrier: any Carrier<Child>) { self.carrier = carrier }
    }
    final class WithSendable {
        var value: any Sendable
        init(_ value: any Sendable) { self.value = value }
    }
    final class WithHashable {
        var value: AnyHashable
        init(_ value: AnyHashable) { self.value = value }
    }

    static var all: [Shape] {
        [
            Shape("Any with an object") {
                let holder = WithAny()
                holder.any = $0
                return holder
            },
            Shape("Any with a small struct") {
                let holder = WithAny()
                holder.any = Small(child: $0)
                return holder
            },
            Shape("Any with a large struct") {
                let holder = WithAny()
                holder.any = Large(child: $0)
                return holder
            },
            Shape("Any with a closure") { child in
                let holder = WithAny()
                holder.any = { child.hear() }
                return holder
            },
            Shape("Any with an array") {
                let holder = WithAny()
                holder.any = [$0]
                return holder
            },
            Shape("Any with an optional") {
                let holder = WithAny()
                holder.any = Swift.Optional.some($0) as Any
                return holder
            },
            Shape("any protocol with an object") { WithSpeaker($0) },
            Shape("any protocol with a small struct") { WithSpeaker(Small(child: $0)) },
            Shape("any protocol with a large struct") { WithSpeaker(Large(child: $0)) },
            Shape("any protocol for classes") {
                let holder = WithListener()
                holder.listener = $0
                return holder
            },
            Shape("AnyObject") {
                let holder = WithObject()
                holder.object = $0
                return holder
            },
            Shape("an error in a struct") {
                let holder = WithError()
                holder.error = Small(child: $0)
                return holder
            },
            Shape("an error that is an object") {
                let holder = WithError()
                holder.error = $0
                return holder
            },
            Shape("any protocol of a type") { WithCarrier(ChildCarrier(load: $0)) },
            Shape("any Sendable") { WithSendable($0) },
            Shape("AnyHashable") { WithHashable(AnyHashable($0)) },
        ]
    }
}
