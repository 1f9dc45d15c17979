/// What would be freed with each of the objects that a search was for.
///
/// An object is dominated by a survivor when each way to it, from a root or from an object whose
/// holder was not seen, leads through the survivor. So what two survivors share belongs to neither,
/// and what a survivor's own survivors dominate belongs to both of these.
package struct Dominated: Sendable {
    /// Of each position in an order in which dominators come first, the object's address.
    private let addresses: [UInt]
    /// Of each position, that of the immediate dominator; 0 is above all and no object.
    private let dominators: [UInt32]
    /// Of each target its position; 0 when that is not known.
    private let positions: [UInt32]

    /// How many objects would be freed with each target, without it; 0 when that is not known.
    package let counts: [Int]
    /// The nearest other target that dominates a target; nil when none does.
    package let dominatingTarget: [Int?]

    init() {
        self.init(addresses: [], dominators: [], positions: [])
    }

    /// - Parameter positions: Of each target; two that are the same object have the same.
    init(addresses: [UInt], dominators: [UInt32], positions: [UInt32]) {
        self.addresses = addresses
        self.dominators = dominators
        self.positions = positions
        let sums = Self.sums(dominators: dominators) { _ in 1 }
        counts = positions.map { $0 == 0 ? 0 : sums[Int($0)] }

        var targets: [UInt32: Int] = [:]
        for (target, position) in positions.enumerated() where targets[position] == nil {
            targets[position] = target
        }
        dominatingTarget = positions.map { position in
            guard position != 0 else { return nil }
            var above = dominators[Int(position)]
            while above != 0 {
                if let target = targets[above] { return target }
                above = dominators[Int(above)]
            }
            return nil
        }
    }

    /// The sizes of what would be freed with each target, summed, without the target itself.
    ///
    /// - Parameter size: Bytes that the object at an address occupies; asked once an object.
    package func sums(size: (UInt) -> Int) -> [Int] {
        let sums = Self.sums(dominators: dominators) { size(addresses[$0]) }
        return positions.map { $0 == 0 ? 0 : sums[Int($0)] }
    }

    /// The addresses of what would be freed with a target, without it.
    package func objects(dominatedBy target: Int) -> [UInt] {
        guard positions.indices.contains(target), positions[target] != 0 else { return [] }
        let top = Int(positions[target])
        var isBelow = [Bool](repeating: false, count: dominators.count)
        return dominators.indices.dropFirst(top + 1).filter { position in
            let above = Int(dominators[position])
            isBelow[position] = above == top || isBelow[above]
            return isBelow[position]
        }.map { addresses[$0] }
    }

    private static func sums(dominators: [UInt32], of size: (Int) -> Int) -> [Int] {
        var sums = [Int](repeating: 0, count: dominators.count)
        for position in dominators.indices.dropFirst().reversed() {
            sums[Int(dominators[position])] += sums[position] + size(position)
        }
        return sums
    }
}
