import CRIBShims
import Foundation
import RIBHeap

/// A heap that changes while it is searched, and that has places where nothing can be read.
final class AttackedHeap: @unchecked Sendable {
    // Safe: each thread changes a part of its own, and nobody but searches reads the others'.

    final class Link {
        var next: Link?
        var others: [Link] = []
        var handler: (() -> Void)?
    }
    final class Target {}
    final class Root {
        var target: Target? = Target()
        var chains: [Link] = []
        var list: Link?
        var changing: [Part] = []
        /// Holds addresses of no objects. Nobody may touch its elements.
        var nowhere: [Link?] = Array(repeating: nil, count: 64)
    }
    /// What one thread changes.
    final class Part: @unchecked Sendable {
        // Safe, as above.
        var chains: [Link] = (0..<64).map { _ in AttackedHeap.chain(50) }
    }

    let root = Root()

    /// - Parameters:
    ///   - objects: How many hang at an array, in chains of a hundred.
    ///   - links: How many one list has.
    init(objects: Int, links: Int) {
        root.chains = (0..<objects / 100).map { _ in Self.chain(100) }
        root.list = Self.chain(links)
        root.changing = (0..<4).map { _ in Part() }
        let places = [Self.unreadablePage(), Self.truncatedFile()]
        root.nowhere.withUnsafeMutableBytes { bytes in
            for index in 0..<64 {
                let address = places[index % 2] + UInt(index / 2) * 32
                bytes.storeBytes(of: address, toByteOffset: index * 8, as: UInt.self)
            }
        }
        for part in root.changing {
            Thread.detachNewThread { Self.change(part) }
        }
    }

    /// Searches for what the root holds, again and again, says how that went, and ends the process: to free all
    /// this would touch what is not there.
    func search(_ times: Int) throws(HeapSearch.Unavailable) -> Never {
        let search = try HeapSearch()
        let beats = Heartbeat()
        let memoryBefore = Self.peakMemory()
        var (found, longest): (Int, UInt64) = (0, 0)
        for _ in 0..<times {
            let began = ribleak_clock_thread()
            let answers = search.explain(
                [Self.address(of: root.target)], attachedRouters: [Self.address(of: root)],
                budget: 2_000_000_000, clock: ribleak_clock_thread)
            longest = max(longest, ribleak_clock_thread() - began)
            if answers.first??.steps.last?.label == "target" { found += 1 }
        }
        print("found \(found)")
        print("milliseconds \(longest / 1_000_000)")
        print("megabytes \((Self.peakMemory() - memoryBefore) >> 10)")
        print("stopped \(beats.longestPause / 1_000_000)")
        exit(0)
    }

    private static func chain(_ count: Int) -> Link {
        let first = Link()
        var last = first
        for _ in 1..<count {
            let next = Link()
            last.next = next
            last = next
        }
        return first
    }

    private static func change(_ part: Part) {
        var generator = SystemRandomNumberGenerator()
        var changes = 0
        while true {
            changes += 1
            // Four that never rest leave a fifth of two processors to the search: a night's would take an hour.
            if changes % 32 == 0 { usleep(1_000) }
            let index = Int.random(in: 0..<part.chains.count, using: &generator)
            let link = part.chains[index]
            switch UInt8.random(in: 0..<4, using: &generator) {
            case 0: part.chains[index] = chain(50)
            case 1: link.others = (0..<Int.random(in: 0..<20)).map { _ in Link() }
            case 2: link.handler = { [other = Link()] in other.next = nil }
            default: link.next = chain(10)
            }
        }
    }

    private static func address(of object: AnyObject?) -> UInt {
        object.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }

    private static func unreadablePage() -> UInt {
        UInt(bitPattern: mmap(nil, 4_096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    }

    /// A mapping of a file that has no bytes any more.
    private static func truncatedFile() -> UInt {
        var name = Array("/tmp/heap-walks.XXXXXX".utf8CString)
        let file = mkstemp(&name)
        unlink(name)
        ftruncate(file, 4_096)
        let mapped = mmap(nil, 4_096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
        ftruncate(file, 0)
        close(file)
        return UInt(bitPattern: mapped)
    }

    /// In KiB.
    private static func peakMemory() -> Int {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss
    }
}

/// A thread that says how long it was kept from running.
final class Heartbeat: Sendable {
    private let longest = Longest()

    init() {
        Thread.detachNewThread { [longest] in
            var last = ribleak_clock_system()
            while true {
                usleep(1_000)
                let now = ribleak_clock_system()
                longest.note(now - last)
                last = now
            }
        }
    }

    /// Nanoseconds.
    var longestPause: UInt64 { longest.value }

    private final class Longest: @unchecked Sendable {
        // Safe: one thread writes, by atomic stores.
        private let place = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
        init() { place.initialize(to: 0) }
        deinit { place.deallocate() }
        var value: UInt64 { ribleak_atomic_load(place) }
        func note(_ pause: UInt64) { if pause > value { ribleak_atomic_store(place, pause) } }
    }
}
