// SPDX-License-Identifier: Apache-2.0

import FlyingSocks
import Foundation

/// Answers requests from this machine, one a connection.
///
/// FlyingFox's own HTTP layer bounds neither the size of a head nor the time it takes to arrive. So
/// only its sockets are used, and the head, all that a `GET` has, is read here.
final class LoopbackServer: Sendable {
    /// Connections at one time. Further ones wait until another ends. Those that say nothing count
    /// too, so there are many, and they have little time.
    private static let mostConnections = 256

    /// Writes the answer to a request, or to what is none. The connection ends after it.
    typealias Answering =
        @Sendable (Result<RequestHead, PageRefusal>, Connection) async throws
        -> Void

    /// The port, which the system chose.
    let port: UInt16
    private let socket: Socket

    /// Binds to 127.0.0.1. Nothing is answered before `run`.
    init() throws {
        socket = try Socket(domain: Int32(sockaddr_in.family))
        // No program that is started from here, such as a browser, gets the port.
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        try socket.bind(to: .inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        self.port = port
    }

    /// Answers until the task is cancelled.
    func run(_ answer: @escaping Answering) async throws {
        let pool = SocketPool<Poll>.make()
        try await pool.prepare()
        let listener = try AsyncSocket(socket: socket, pool: pool)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await pool.run() }
            group.addTask { try await Self.accept(listener, answer) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private static func accept(
        _ listener: AsyncSocket, _ answer: @escaping Answering
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            var count = 0
            while !Task.isCancelled {
                do {
                    let socket = try await listener.accept()
                    group.addTask { await Connection(socket).serve(answer) }
                    count += 1
                } catch let error where !(error is CancellationError) {
                    // No descriptor is left: those who wait are served when there is one.
                    try await Task.sleep(nanoseconds: 100_000_000)
                }
                while count >= mostConnections, try await group.next() != nil { count -= 1 }
            }
        }
    }
}

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

/// Does something within so many seconds, or cancels it. The sleep is that limit itself.
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
