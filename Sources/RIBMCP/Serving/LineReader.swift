// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Reads lines from a file that may be a pipe, and never more of one than it may have.
struct LineReader {
    /// A line, or what it was too long to be.
    enum Line: Equatable {
        case whole([UInt8])
        case tooLong
    }

    /// The longest message in bytes. Requests for this server are far shorter.
    static let longest = 256 << 10

    private let file: Int32
    private let longest: Int
    private var bytes: [UInt8] = []
    /// Bytes before this are no line break.
    private var searched = 0
    private var isSkipping = false
    private var hasEnded = false

    init(_ file: Int32, longest: Int = LineReader.longest) {
        (self.file, self.longest) = (file, longest)
    }

    /// The next line; nil after the last. A last line may lack its line break.
    mutating func next() -> Line? {
        while true {
            if let line = lineInMemory() { return line }
            if hasEnded { return rest() }
            if bytes.count > longest {
                isSkipping = true
                bytes = []
                searched = 0
            }
            readOn()
        }
    }

    private mutating func lineInMemory() -> Line? {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return nil
        }
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        searched = 0
        return taken(line)
    }

    private mutating func rest() -> Line? {
        guard isSkipping || !bytes.isEmpty else { return nil }
        let line = bytes
        bytes = []
        searched = 0
        return taken(line)
    }

    private mutating func taken(_ line: [UInt8]) -> Line {
        defer { isSkipping = false }
        return isSkipping || line.count > longest ? .tooLong : .whole(line)
    }

    private mutating func readOn() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
                poll(&request, 1, -1)
                continue
            }
            if count > 0 { bytes += piece[..<count] } else { hasEnded = true }
            return
        }
    }
}
