/// References in payloads.
enum EnumShapes {
    enum Single {
        case idle
        case loaded(Child)
        case failed
    }
    enum Several {
        case number(Int)
        case child(Child)
        case text(String)
        case nothing
    }
    enum Objects {
        case first(Child)
        case second(Plain)
        case none
    }
    enum Named {
        case both(count: Int, child: Child)
        case pair(Int, Child)
        case closure(() -> Void)
    }
    indirect enum Tree {
        case leaf(Child)
        case node(Tree, Tree)
        case empty
    }
    enum Generic<Value> {
        case value(Value)
        case number(Int)
    }
    final class Plain {}
    final class WithSingle {
        var state = Single.idle
    }
    final class WithSeveral {
        var state = Several.nothing
    }
    final class WithOptionalSeveral {
        var state: Several?
    }
    final class WithObjects {
        var state = Objects.none
    }
    final class WithNamed {
        var state: Named
        init(_ state: Named) { self.state = state }
    }
    final class WithTree {
        var tree = Tree.empty
    }
    final class WithGeneric {
        var state: Generic<Child>
        init(_ state: Generic<Child>) { self.state = state }
    }
    final class WithResult {
        var result: Result<Child, any Error>?
    }

    static var all: [Shape] {
        [
            Shape("the only payload") {
                let holder = WithSingle()
                holder.state = .loaded($0)
                return holder
            },
            Shape("one of several payloads") {
                let holder = WithSeveral()
                holder.state = .child($0)
                return holder
            },
            Shape("an optional enum's payload") {
                let holder = WithOptionalSeveral()
                holder.state = .child($0)
                return holder
            },
            Shape("one of several objects") {
                let holder = WithObjects()
                holder.state = .first($0)
                return holder
            },
            Shape("a payload with names") { WithNamed(.both(count: 1, child: $0)) },
            Shape("a payload of two") { WithNamed(.pair(1, $0)) },
            Shape("a closure as payload") { child in WithNamed(.closure { child.hear() }) },
            Shape("an indirect payload") {
                let holder = WithTree()
                holder.tree = .leaf($0)
                return holder
            },
            Shape("a nested indirect payload") {
                let holder = WithTree()
                holder.tree = .node(.empty, .node(.leaf($0), .empty))
                return holder
            },
            Shape("a generic enum") { WithGeneric(.value($0)) },
            Shape("a result") {
                let holder = WithResult()
                holder.result = .success($0)
                return holder
            },
        ]
    }

    static var none: [Shape] {
        [
            Shape("another case than the one with the object's bits") {
                let holder = WithSeveral()
                holder.state = .number(Int(bitPattern: Unmanaged.passUnretained($0).toOpaque()))
                return holder
            }
        ]
    }
}
