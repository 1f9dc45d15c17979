import Foundation
import Workloads

/// A command run to its end.
enum Command {
    /// The executables that were built with this one.
    static func built(_ name: String) -> String {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            .deletingLastPathComponent().appendingPathComponent(name).path
    }

    /// - Parameters:
    ///   - input: The path of a file to read, or nil for nothing.
    ///   - environment: Variables to set beside those that are.
    /// - Returns: What it printed.
    /// - Throws: When it cannot be started or fails.
    static func output(
        of executable: String, _ arguments: [String], input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardInput =
            input.flatMap(FileHandle.init(forReadingAtPath:)) ?? FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure("\(executable) failed with code \(process.terminationStatus)")
        }
        return data
    }

    /// The numbers on the line that one of our own executables prints.
    static func numbers(
        of name: String, _ arguments: [String], count: Int, input: String? = nil,
        environment: [String: String] = [:]
    ) throws -> [Double] {
        let output = try output(
            of: built(name), arguments, input: input, environment: environment)
        let text = String(decoding: output, as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == count else { throw Failure("\(name) says '\(text)'") }
        return numbers
    }
}
