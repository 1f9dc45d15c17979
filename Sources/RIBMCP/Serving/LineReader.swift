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
    /// What was read and not yet given.
    private var bytes: [UInt8] = []
    private var hasEnded = false

    init(_ file: Int32, longest: Int = LineReader.longest) {
        (self.file, self.longest) = (file, longest)
    }

    /// The next line; nil after the last. A last line may lack its line break.
    mutating func next() -> Line? {
        var isTooLong = false
        while true {
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            if end != nil || hasEnded {
                if end == nil, bytes.isEmpty, !isTooLong { return nil }
                let line = Array(bytes[..<(end ?? bytes.count)])
                bytes.removeFirst(end.map { $0 + 1 } ?? bytes.count)
                return isTooLong || line.count > longest ? .tooLong : .whole(line)
            }
            if bytes.count > longest {
                isTooLong = true
                bytes = []
            }
            readOn()
        }
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
