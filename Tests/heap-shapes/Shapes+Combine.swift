import OpenCombine

/// References that subscriptions keep.
enum CombineShapes {
    final class Subscriber {
        var cancellables: Set<AnyCancellable> = []
        var cancellable: AnyCancellable?
        var list: [AnyCancellable] = []
    }
    final class Stream {
        let subject = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Child?, Never>(nil)
        let relay = PassthroughSubject<Int, Never>()
    }

    /// A subject that lives on, but not in a variable.
    static var source: PassthroughSubject<Int, Never> {
        Unmanaged.passRetained(PassthroughSubject<Int, Never>()).takeUnretainedValue()
    }

    static var all: [Shape] {
        [
            Shape("a sink in a set") { child in
                let holder = Subscriber()
                source.sink { _ in child.hear() }.store(in: &holder.cancellables)
                return holder
            },
            Shape("a sink in a field") { child in
                let holder = Subscriber()
                holder.cancellable = source.sink { _ in child.hear() }
                return holder
            },
            Shape("a sink in an array") { child in
                let holder = Subscriber()
                holder.list = [source.sink { _ in }, source.sink { _ in child.hear() }]
                return holder
            },
            Shape("a mapped sink") { child in
                let holder = Subscriber()
                holder.cancellable = source.map { $0 + 1 }.filter { $0 > 1 }.sink { _ in
                    child.hear()
                }
                return holder
            },
            Shape("a cancellable's closure") { child in
                let holder = Subscriber()
                holder.cancellable = AnyCancellable { child.hear() }
                return holder
            },
            Shape("a subject's subscriber") { child in
                let holder = Stream()
                let cancellable = holder.subject.sink { _ in child.hear() }
                _ = Unmanaged.passRetained(cancellable)
                return holder
            },
            Shape("a subject's value") {
                let holder = Stream()
                holder.current.send($0)
                return holder
            },
        ]
    }

    static var none: [Shape] {
        [
            Shape("a sink with [weak child]") { child in
                let holder = Subscriber()
                source.sink { [weak child] _ in child?.hear() }.store(in: &holder.cancellables)
                return holder
            }
        ]
    }
}
