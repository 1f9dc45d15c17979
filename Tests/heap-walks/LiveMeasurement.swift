import CRIBShims
import RIBHeap

/// How fast a search goes over objects of this process, of which nothing is known before.
struct LiveMeasurement {
    final class Link {
        var next: Link?
        var number = 0
        var handler: (() -> Void)?
        var children: [Link] = []
        var name = "a name"
    }
    final class Target {}
    final class Root {
        var first: Link?
        var all: [Link] = []
        var targets: [Target] = []
    }

    let root = Root()
    let count: Int

    /// - Parameter count: Of objects; a list of a thousand hangs at each element of an array.
    init(count: Int) {
        self.count = count
        for _ in 0..<count / 1000 {
            let first = Link()
            var last = first
            for _ in 1..<1000 {
                let next = Link()
                last.next = next
                last = next
            }
            root.all.append(first)
        }
        root.targets = (0..<100).map { _ in Target() }
    }

    func row(_ name: String, search: HeapSearch, targets: Int) -> String {
        let began = Measurement.now()
        let addresses = root.targets.prefix(targets).map {
            UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque())
        }
        let answers = search.explain(
            addresses,
            attachedRouters: [UInt(bitPattern: Unmanaged.passUnretained(root).toOpaque())],
            budget: 60_000_000_000, clock: { ribleak_clock_system() })
        let seconds = Measurement.now() - began
        precondition(answers.allSatisfy { $0?.steps.first?.label.hasPrefix("targets[") == true })
        return "\(name): \(seconds * 1000) ms, \(Double(count) / seconds / 1e6) M objects/s"
    }
}
