// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A watcher beside processes that write for a while, measured from outside.
struct Measurement {
    /// How many events the watcher should list.
    let written: Int
    /// How many it listed.
    private(set) var read = 0
    /// Of a core, while events were written.
    private(set) var share = 0.0
    /// In kilobytes.
    private(set) var memoryEarly = 0
    private(set) var memoryLate = 0
    /// Nanoseconds from an event to its line, smallest first.
    private var latencies: [UInt64] = []

    /// - Parameters:
    ///   - command: The path of `ribleak`.
    ///   - perSecond: The events of all processes together.
    init(of command: String, processes: Int, perSecond: Int, seconds: Int) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("watch-costs-\(getpid())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let apps = try (1...processes).map { try WrittenApp(folder: "\(folder)/run/app-\($0)") }
        let watcher = Process()
        let output = Pipe()
        watcher.executableURL = URL(fileURLWithPath: command)
        watcher.arguments = ["watch", "--events", "--until-end", "\(folder)/run"]
        watcher.standardOutput = output
        try watcher.run()
        let reader = LineReader(output.fileHandleForReading.fileDescriptor)
        let thread = Thread { reader.readAll() }
        thread.stackSize = 1 << 20
        thread.start()
        // What was written before is read, and the watcher has found all processes.
        while reader.found < processes || reader.events < WrittenApp.eventsBefore * processes {
            usleep(1_000)
        }

        let before = ProcessCosts(of: watcher.processIdentifier)
        let start = WrittenApp.now
        reader.begin()
        var turn = 0
        while true {
            let due = Int(WrittenApp.now - start) * perSecond / 1_000_000_000
            if due >= perSecond * seconds { break }
            let count = apps.reduce(0) { $0 + $1.listed }
            if count < due {
                for _ in 0..<max(1, (due - count) / WrittenApp.eventsOfACycle) {
                    apps[turn % apps.count].cycle()
                    turn += 1
                }
            }
            usleep(1_000)
            if memoryEarly == 0, due >= perSecond * seconds / 4 {
                memoryEarly = ProcessCosts(of: watcher.processIdentifier).memory
            }
        }
        let after = ProcessCosts(of: watcher.processIdentifier)
        share = (after.seconds - before.seconds) / (Double(WrittenApp.now - start) / 1e9)
        memoryLate = after.memory
        written = apps.reduce(0) { $0 + $1.listed }
        for app in apps { app.end() }
        watcher.waitUntilExit()
        while !reader.isOver { usleep(1_000) }
        read = reader.events
        latencies = reader.latencies.sorted()
    }

    /// - Parameter share: 0.5 for the median, 1 for the longest.
    func latency(_ share: Double) -> UInt64 {
        latencies.isEmpty ? 0 : latencies[Int(Double(latencies.count - 1) * share)]
    }
}

/// What a process has used so far.
private struct ProcessCosts {
    /// Of all its threads, on any core.
    let seconds: Double
    /// In kilobytes.
    let memory: Int

    init(of process: Int32) {
        let fields =
            ((try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? "")
            .split(separator: ")").last?.split(separator: " ") ?? []
        // User and system time are the 12th and 13th fields behind the name.
        let ticks = fields.count > 12 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
        seconds = Double(ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        memory = line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }
}

/// Reads the watcher's lines as they come.
///
/// Sendable: each value is guarded by the lock.
private final class LineReader: @unchecked Sendable {
    private let file: Int32
    private let lock = NSLock()
    private var state = State()

    private struct State {
        var found = 0
        var events = 0
        var isOver = false
        var isMeasuring = false
        var latencies: [UInt64] = []
    }

    init(_ file: Int32) { self.file = file }

    var found: Int { lock.withLock { state.found } }
    var events: Int { lock.withLock { state.events } }
    var isOver: Bool { lock.withLock { state.isOver } }
    var latencies: [UInt64] { lock.withLock { state.latencies } }

    /// Counts from here on.
    func begin() {
        lock.withLock {
            state.events = 0
            state.isMeasuring = true
        }
    }

    func readAll() {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var rest: [UInt8] = []
        while true {
            let count = Foundation.read(file, &buffer, buffer.count)
            if count <= 0 { break }
            let now = WrittenApp.now
            rest += buffer[..<count]
            lock.withLock { take(&rest, at: now) }
        }
        lock.withLock { state.isOver = true }
    }

    private func take(_ bytes: inout [UInt8], at now: UInt64) {
        var start = 0
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            take(bytes[start..<end], at: now)
            start = end + 1
        }
        bytes.removeFirst(start)
    }

    private func take(_ line: ArraySlice<UInt8>, at now: UInt64) {
        // `{"time":"2001-01-01T00:00:05.006000000Z","process":0,"kind":"attached",…`
        var place = line.startIndex + 51
        while place < line.endIndex, line[place] != UInt8(ascii: ",") { place += 1 }
        switch String(decoding: line[place...].dropFirst(9).prefix(5), as: UTF8.self) {
        case "proce":
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("\"kind\":\"processFound\"") { state.found += 1 }
        case "findi": break
        case "note\"": FileHandle.standardError.write(Data(line + [UInt8(ascii: "\n")]))
        default:
            state.events += 1
            if state.isMeasuring { state.latencies.append(now - min(now, time(of: line))) }
        }
    }

    /// The time of a line within its day, as the clock of the traces begins a day.
    private func time(of line: ArraySlice<UInt8>) -> UInt64 {
        func number(_ from: Int, _ count: Int) -> UInt64 {
            let start = line.startIndex + from
            return line[start..<(start + count)].reduce(0) {
                $0 * 10 + UInt64($1 &- UInt8(ascii: "0"))
            }
        }
        let seconds = number(20, 2) * 3_600 + number(23, 2) * 60 + number(26, 2)
        return WrittenApp.dayStart + seconds * 1_000_000_000 + number(29, 9)
    }
}
