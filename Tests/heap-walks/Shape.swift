/// A million small objects, linked in the order in which they were made, or in a shuffled one.
struct Shape {
    let name: String
    let root: UInt
    let objects: [UInt]

    static func list(_ count: Int, isShuffled: Bool) -> Shape {
        let objects = (0..<count).map { _ in Link() }
        let order = order(count, isShuffled: isShuffled)
        for (index, next) in zip(order, order.dropFirst()) { objects[index].next = objects[next] }
        return Shape(name: "linked list" + suffix(isShuffled), objects: objects, first: order[0])
    }

    static func tree(_ count: Int, isShuffled: Bool) -> Shape {
        let objects = (0..<count).map { _ in Branch() }
        let order = order(count, isShuffled: isShuffled)
        for index in 0..<count {
            if 2 * index + 1 < count { objects[order[index]].left = objects[order[2 * index + 1]] }
            if 2 * index + 2 < count { objects[order[index]].right = objects[order[2 * index + 2]] }
        }
        return Shape(name: "tree" + suffix(isShuffled), objects: objects, first: order[0])
    }

    private init(name: String, objects: [AnyObject], first: Int) {
        self.name = name
        root = PlainGraph.address(of: objects[first])
        self.objects = objects.map(PlainGraph.address)
        // Freeing a long list would overflow the stack; the process ends with it.
        for object in objects { _ = Unmanaged.passRetained(object) }
    }

    private static func suffix(_ isShuffled: Bool) -> String {
        isShuffled ? ", shuffled" : ", in allocation order"
    }

    private static func order(_ count: Int, isShuffled: Bool) -> [Int] {
        var random = Steps(state: 1)
        return isShuffled ? (0..<count).shuffled(using: &random) : Array(0..<count)
    }
}

/// Random numbers that are the same in every run.
struct Steps: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
