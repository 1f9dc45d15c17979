import Foundation
import RIBRecorder
import RIBs

/// Very many tests in one process, as a large suite has them: nearly all of a kind, and one in a hundred
/// with a worker and a view that are shared.
struct ManyTests {
    let test: TestKind
    let count: Int

    /// What the process uses.
    private struct Use {
        let time = Timing.now
        let memory = residentBytes()
        let trace = traceBytes()
    }

    func run() {
        let stage = Stage()
        let tenth = count / 10
        var uses = [Use]()
        for index in 0..<count {
            if index % tenth == 0 { uses.append(Use()) }
            stage.run(index % 100 == 0 ? .shared : test, isChecked: true)
        }
        uses.append(Use())
        // The first tenth also fills tables and caches.
        show(uses[1], uses[2], tenth)
        show(uses[uses.count - 2], uses[uses.count - 1], tenth)
    }

    private func show(_ before: Use, _ after: Use, _ count: Int) {
        let time = (after.time - before.time) / Double(count)
        print(
            Int(time.processor), Int(time.clock), (after.memory - before.memory) / count,
            (after.trace - before.trace) / count)
    }
}

/// Bytes of memory that the process holds.
func residentBytes() -> Int {
    let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    let fields = text?.split(separator: " ")
    return (fields.flatMap { Int($0[1]) } ?? 0) * 4096
}

/// Bytes of the files of this process's trace.
func traceBytes() -> Int {
    guard let folder = Recorder.shared.traceFolder,
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
    else { return 0 }
    return names.reduce(0) { sum, name in
        let size = (try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"))?[.size]
        return sum + (size as? Int ?? 0)
    }
}
