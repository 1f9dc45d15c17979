import CRIBShims
import RIBHeap

/// All shapes alive at once, and each asked about by itself and with all others.
struct Zoo {
    private struct Animal {
        let name: String
        /// Inverted, so that it is not taken for a reference.
        let hidden: UInt
    }

    private let search: HeapSearch
    private var animals: [Animal] = []
    private var roots: [AnyObject] = []

    init(
        _ shapes: [Shape], _ globals: [GlobalShape], _ inferred: InferredShapes,
        _ search: HeapSearch
    ) {
        self.search = search
        for shape in shapes {
            animals.append(attached(shape))
            animals.append(cycle(shape))
        }
        for shape in globals { animals.append(animal("global, \(shape.name)", held: shape.set)) }
        for shape in inferred.shapes {
            animals.append(animal("inferred, \(shape.name)", held: shape.hold))
        }
    }

    @inline(never)
    private mutating func attached(_ shape: Shape) -> Animal {
        let child = opaque(Child())
        roots.append(opaque(shape.build(child)))
        return Animal(name: "path, \(shape.name)", hidden: ~address(child))
    }

    @inline(never)
    private func cycle(_ shape: Shape) -> Animal {
        let child = opaque(Child())
        child.back = opaque(shape.build(child))
        return Animal(name: "cycle, \(shape.name)", hidden: ~address(child))
    }

    @inline(never)
    private func animal(_ name: String, held hold: (Child) -> Void) -> Animal {
        let child = opaque(Child())
        hold(child)
        return Animal(name: name, hidden: ~address(child))
    }

    private func explain(_ animals: some Sequence<Animal>) -> [String] {
        search.explain(
            animals.map { ~$0.hidden }, attachedRouters: roots.map(address),
            budget: 2_000_000_000, clock: { ribleak_clock_thread() }
        ).map(text)
    }

    /// How many are explained, and each that is not, or otherwise than by itself.
    func report() -> String {
        let together = explain(animals)
        let alone = animals.map { explain([$0])[0] }
        var wrong: [String] = []
        for (index, animal) in animals.enumerated() where !alone[index].hasSuffix("Child") {
            wrong.append("alone, \(animal.name): \(alone[index])")
        }
        for (index, animal) in animals.enumerated() where together[index] != alone[index] {
            wrong.append("together, \(animal.name): \(together[index]), not \(alone[index])")
        }
        let explained = together.count { $0.hasSuffix("Child") }
        return (["\(explained) of \(animals.count) are explained"] + wrong)
            .joined(separator: "\n")
    }
}
