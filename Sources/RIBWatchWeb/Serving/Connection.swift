// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// One connection, for one request.
struct Connection: Sendable {
    private static let pieceBytes = 64 * 1024
    /// How much of what comes after the head is read, so that the answer is not lost with it.
    private static let mostIgnored = 64 * 1024
    /// Within how many seconds a whole request has to arrive. A browser's is there at once.
    private static let requestTime = 1.0
    /// Within how many seconds a piece of what was written has to be taken.
    private static let pieceTime = 10.0

    private let socket: AsyncSocket

    init(_ socket: AsyncSocket) {
        self.socket = socket
        _ = fcntl(socket.socket.file.rawValue, F_SETFD, FD_CLOEXEC)
    }

    /// Reads the request, lets it be answered, and ends the connection.
    func serve(_ answer: LoopbackServer.Answering) async {
        defer { try? socket.close() }
        do {
            let socket = socket
            let head = try await within(Self.requestTime) { try await Self.readHead(from: socket) }
            guard let head else { return }
            try await answer(head, self)
            try await finish()
        } catch {
            // Whoever asked went away, or was too slow. There is nobody to tell.
        }
    }

    /// Writes all of it, unless the other side goes away, or takes nothing for too long.
    func write(_ data: Data) async throws {
        let socket = socket
        var rest = data[...]
        while !rest.isEmpty {
            let piece = Data(rest.prefix(Self.pieceBytes))
            try await within(Self.pieceTime) { try await socket.write(piece) }
            rest = rest.dropFirst(Self.pieceBytes)
        }
    }

    /// - Returns: Nil when the other side sent nothing, or went away before it sent all.
    private static func readHead(
        from socket: AsyncSocket
    ) async throws -> Result<RequestHead, PageRefusal>? {
        var bytes: [UInt8] = []
        while true {
            do {
                bytes += try await socket.read(atMost: RequestHead.mostBytes)
            } catch SocketError.disconnected {
                return nil
            }
            if let range = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = bytes[..<range.lowerBound]
                return Result { () throws(PageRefusal) in try RequestHead(head) }
            }
            if bytes.count > RequestHead.mostBytes { return .failure(.tooLarge) }
        }
    }

    /// Says that nothing more comes, and waits a moment until the other side is done.
    private func finish() async throws {
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        let socket = socket
        try await within(1) {
            var ignored = 0
            while ignored < Self.mostIgnored {
                ignored += try await socket.read(atMost: 4096).count
            }
        }
    }
}

/// Does something within so many seconds, or cancels it.
private func within<Value: Sendable>(
    _ seconds: Double, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
            return nil
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() ?? nil else { throw CancellationError() }
        return value
    }
}
