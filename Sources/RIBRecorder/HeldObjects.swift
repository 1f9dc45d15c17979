/// Objects on their way to the thread that may free them.
final class HeldObjects: @unchecked Sendable {
    // Unchecked but right: one thread adds, hands this over and touches it no more; another lets go.
    private var objects: [AnyObject] = []

    var isEmpty: Bool { objects.isEmpty }

    func add(_ object: AnyObject) { objects.append(object) }

    func release() { objects = [] }
}
