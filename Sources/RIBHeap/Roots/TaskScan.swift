// SPDX-License-Identifier: Apache-2.0

import CRIBShims

#if canImport(Glibc)
    import Glibc
#endif

/// Finds all tasks of the process.
///
/// Only a value's source may know the task that waits for the value, through words that are not
/// references.
struct TaskScan {
    private static let pageSize: UInt = 4096
    private static let pagesAtOnce: UInt = 64
    /// A larger mapping than 64 GiB is reserved address space, such as the terabytes in which
    /// sanitizers keep notes about memory.
    private static let mostBytes: UInt = 1 << 36

    private let memory: GuardedMemory
    private let maps: ProcessMaps

    init(memory: GuardedMemory, maps: ProcessMaps) {
        self.memory = memory
        self.maps = maps
    }

    /// Addresses where a task may begin, in order of creation. They include freed memory.
    func find(_ limits: SearchLimits) -> [UInt] {
        guard let metadata = Self.metadata(memory) else { return [] }
        var found: [UInt] = []
        for mapping in maps.mappings where mapping.path.isEmpty || mapping.path == "[heap]" {
            let bytes = mapping.region.end - mapping.region.start
            if bytes > Self.mostBytes { continue }
            var start = mapping.region.start
            while start < mapping.region.end {
                guard !limits.isOver() else { return found }
                let end = min(start + Self.pagesAtOnce * Self.pageSize, mapping.region.end)
                let pages = stride(from: start, to: end, by: UInt.Stride(Self.pageSize))
                memory.prepare(Array(pages))
                for page in pages { append(metadata, in: page, to: &found) }
                start = end
            }
        }
        return found.map { (number: number(of: $0), task: $0) }
            .sorted { ($0.number, $0.task) < ($1.number, $1.task) }.map(\.task)
    }

    /// The number of a task. The runtime numbers tasks in order of creation.
    private func number(of task: UInt) -> UInt {
        memory.word(at: task &+ 32).map { $0 >> 32 } ?? .max
    }

    /// Adds the places in a page where an allocation with this first word may begin.
    private func append(_ metadata: UInt, in page: UInt, to found: inout [UInt]) {
        _ = memory.withBytes(at: page, count: Int(Self.pageSize)) { bytes in
            var start = 0
            while true {
                let place = ribleak_memory_find(
                    bytes.baseAddress, bytes.count, start, UInt64(metadata))
                guard place < bytes.count else { return }
                found.append(page + UInt(place))
                start = place + 16
            }
        }
    }

    /// The runtime's variable that tells debuggers the first word of each task.
    static let metadataSymbol = "_swift_concurrency_debug_asyncTaskMetadata"

    /// The value of each task's first word.
    static func metadata(_ memory: GuardedMemory) -> UInt? {
        #if canImport(Glibc)
            guard let variable = dlsym(nil, metadataSymbol) else {
                return nil
            }
            return memory.word(at: UInt(bitPattern: variable))
        #else
            return nil
        #endif
    }
}
