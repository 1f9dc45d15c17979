/// References in the standard library's collections.
enum CollectionShapes {
    struct Entry {
        var number = 1
        var child: Child?
    }
    enum Choice {
        case child(Child)
        case number(Int)
    }
    enum Key: Hashable { case first, second }

    final class Holder<Value> {
        var items: Value
        init(_ items: Value) { self.items = items }
    }
    final class Arrays {
        var children: [Child] = []
        var entries: [Entry] = []
        var nested: [[Child]] = []
        var listeners: [any Listener] = []
        var anys: [Any] = []
        var choices: [Choice] = []
        var optionals: [Child?] = []
        var closures: [() -> Void] = []
        var slice: ArraySlice<Child> = []
        var contiguous: ContiguousArray<Child> = []
        var pairs: [(Int8, Child)] = []
    }
    final class Tables {
        var set: Set<Child> = []
        var byName: [String: Child] = [:]
        var byNumber: [Int: Child] = [:]
        var byKey: [Key: Child] = [:]
        var byChild: [Child: Int] = [:]
        var arrays: [String: [Child]] = [:]
        var handlers: [String: () -> Void] = [:]
    }

    private static func arrays(
        _ name: String, _ fill: @escaping (Arrays, Child) -> Void
    ) -> Shape {
        Shape(name) {
            let holder = Arrays()
            fill(holder, $0)
            return holder
        }
    }

    private static func tables(
        _ name: String, _ fill: @escaping (Tables, Child) -> Void
    ) -> Shape {
        Shape(name) {
            let holder = Tables()
            fill(holder, $0)
            return holder
        }
    }

    static var all: [Shape] {
        [
            arrays("an array") { $0.children = [Child(), $1] },
            arrays("an array of structs") { $0.entries = [Entry(), Entry(child: $1)] },
            arrays("an array of arrays") { $0.nested = [[], [Child(), $1]] },
            arrays("an array of existentials for classes") { $0.listeners = [$1] },
            arrays("an array of Any") { $0.anys = [1, "two", $1] },
            arrays("an array of enums") { $0.choices = [.number(3), .child($1)] },
            arrays("an array of optionals") { $0.optionals = [nil, $1] },
            arrays("an array of closures") { holder, child in
                holder.closures = [{}, { child.hear() }]
            },
            arrays("a slice") { $0.slice = [Child(), Child(), $1][1...] },
            arrays("a contiguous array") { $0.contiguous = [$1] },
            arrays("an array of tuples") { $0.pairs = [(1, $1)] },
            tables("a set") { $0.set = [$1] },
            tables("a dictionary by string") {
                $0.byName = ["one": Child(), "a name that is not short": $1]
            },
            tables("a dictionary by short string") { $0.byName = ["key": $1] },
            tables("a dictionary by number") { $0.byNumber = [7: $1] },
            tables("a dictionary by enum") { $0.byKey = [.second: $1] },
            tables("a dictionary's key") { $0.byChild = [$1: 1] },
            tables("a dictionary of arrays") { $0.arrays = ["all": [$1]] },
            tables("a dictionary of closures") { holder, child in
                holder.handlers["tap"] = { child.hear() }
            },
        ]
    }
}
