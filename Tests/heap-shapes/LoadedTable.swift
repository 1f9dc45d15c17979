import Foundation

/// What is said of each shape while busy loops take the processor, against what is said without them.
struct LoadedTable {
    /// Makes the shapes and explains them, a line each.
    let lines: () -> [String]

    /// Compares so many tables, and says how many were the same, and each line that was not.
    func compare(runs: Int) -> String {
        let expected = lines()
        let isOver = Flag()
        let loops = (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
            let ended = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                while !isOver.isSet {}
                ended.signal()
            }
            return ended
        }
        var same = 0
        var differences: [String] = []
        for _ in 0..<runs {
            let found = lines()
            let wrong = zip(expected, found).filter { $0 != $1 }
            if wrong.isEmpty, found.count == expected.count { same += 1 }
            differences += wrong.map { "\($0) became \($1)" }
        }
        isOver.set()
        for loop in loops { loop.wait() }
        let verdict =
            "\(same) of \(runs) tables of \(expected.count) lines under load are those without"
        return ([verdict] + Set(differences).sorted()).joined(separator: "\n")
    }
}
