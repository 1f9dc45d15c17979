import RIBHeap

#if canImport(Glibc)
    import Glibc
#endif

/// How fast a search goes over a shape.
struct Measurement {
    let shape: Shape
    let targets: Int
    /// Bytes of pages that guarded memory keeps; nil for reads without a guard.
    let capacity: Int?

    func row() -> String {
        let times = (0..<5).map { _ in one() }
        let median = times.sorted { $0.seconds < $1.seconds }[2]
        let speed = Double(median.nodes) / median.seconds / 1e6
        let reads = capacity.map { "guarded, \($0 >> 20) MiB at most" } ?? "not guarded"
        return """
            | \(shape.name) | \(targets) | \(reads) | \(rounded(speed)) M/s \
            | \(rounded(Double(median.bytes) / Double(median.nodes))) | \(median.pages) |
            """
    }

    private func one() -> (seconds: Double, nodes: Int, bytes: Int, pages: Int) {
        guard let capacity else {
            let measured = search(UnguardedGraph())
            return (measured.seconds, measured.nodes, measured.bytes, 0)
        }
        let memory = GuardedMemory(capacity: capacity)
        let measured = search(PlainGraph(memory: memory))
        return (measured.seconds, measured.nodes, measured.bytes, memory.pagesRead)
    }

    private func search(
        _ graph: some ObjectGraph
    ) -> (seconds: Double, nodes: Int, bytes: Int) {
        let began = Self.now()
        let step = shape.objects.count / targets
        var search = PathSearch(
            graph: graph,
            targets: (0..<targets).map { shape.objects[$0 * step + step / 2] })
        search.walk(from: [shape.root], areReferences: true)
        let result = search.finish()
        let seconds = Self.now() - began
        precondition(result.nodeCount == shape.objects.count && !result.isPartial)
        precondition(result.paths.allSatisfy { $0.origin == .root(rank: 0, index: 0) })
        return (seconds, result.nodeCount, search.tableBytes)
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

    /// The processor's time that this thread had, since other processes may be at work.
    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
