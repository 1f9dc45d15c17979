// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An executable run under limits of the system: one that takes more is ended by it.
package struct LimitedProcess {
    /// What a run may take.
    package struct Limits: Sendable {
        /// Processor time. Executables beside the tests are debug builds and get three times as much,
        /// because a busy machine charges each process for what others took.
        package var seconds: Int
        /// Private memory: Linux counts neither files nor mapped code.
        package var megabytes: Int

        package init(seconds: Int, megabytes: Int = 256) {
            self.seconds = seconds
            self.megabytes = megabytes
        }
    }

    /// The exit code, or 128 and the signal that ended it.
    package let code: Int32
    /// In seconds, what it waited for included.
    package let processorTime: Double
    /// The most memory it had at once, or the test before it was started if that was more.
    package let peakMegabytes: Int
    package let output: String
    package let errors: String

    /// True when it crashed, ran into its limits or did not end within ten minutes.
    package var wasKilled: Bool { code >= 128 }

    /// Runs an executable to its end.
    ///
    /// - Parameters:
    ///   - product: One that lies beside the tests, or the path of any.
    ///   - folder: The working directory.
    /// - Throws: When it cannot be started.
    package init(
        _ product: String, _ arguments: [String], environment: [String: String] = [:],
        in folder: String, _ limits: Limits
    ) throws {
        let files = try TemporaryFolder()
        let isRelease = product.hasPrefix("/")
        let program =
            isRelease
            ? product : BuiltProducts.folder.appendingPathComponent(product).path
        // `timeout` ends what waits for ever, as for the other end of a pipe.
        let script = """
            ulimit -c 0; ulimit -d \(limits.megabytes << 10)
            ulimit -t \(isRelease ? limits.seconds : 3 * limits.seconds)
            cd "$0" && exec timeout -s KILL 600 "$@"
            """
        let words = ["/bin/sh", "-c", script, folder, program] + arguments
        let variables = ProcessInfo.processInfo.environment
            // The system's own report of a crash takes seconds.
            .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
        let child = try Self.start(words, variables, files)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        let signal = status & 0x7f
        code = signal == 0 ? (status >> 8) & 0xff : 128 + signal
        processorTime = Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime)
        peakMegabytes = usage.ru_maxrss >> 10
        output = Self.text(of: files.file("output"))
        errors = Self.text(of: files.file("errors"))
    }

    /// The process could not be started, for a reason of the system.
    private struct NotStarted: Error {
        let code: Int32
    }

    private static func start(
        _ words: [String], _ environment: [String: String], _ files: TemporaryFolder
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, name) in [(STDOUT_FILENO, "output"), (STDERR_FILENO, "errors")] {
            posix_spawn_file_actions_addopen(
                &actions, descriptor, files.file(name), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        let arguments = words.map { strdup($0) }
        let variables = environment.map { strdup("\($0)=\($1)") }
        defer { for text in arguments + variables { free(text) } }
        var child: pid_t = 0
        let code = posix_spawn(
            &child, words[0], &actions, nil, arguments + [nil], variables + [nil])
        guard code == 0 else { throw NotStarted(code: code) }
        return child
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    /// What was written, damaged texts included.
    private static func text(of path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
