// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Finds the functions and lines behind return addresses.
public protocol Symbolizing: Sendable {
    /// Looks up all addresses of a report at once, because starting a lookup is the expensive part.
    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication
}

/// Shows every function as module and offset, without looking into any file.
public struct NoSymbols: Symbolizing {
    /// Creates a symbolizer that looks nothing up.
    public init() {}

    /// Answers each address with its module and offset.
    public func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        let frames = addresses.map { ($0, [$0.bareFrame]) }
        return Symbolication(
            frames: Dictionary(frames, uniquingKeysWith: { first, _ in first }), caveats: [])
    }
}

// Finds the toolchain's `llvm-symbolizer`.
extension LLVMSymbolizer {
    private static let toolName = "llvm-symbolizer"
    /// The first release that answers in JSON.
    private static let oldestVersion = 13

    /// Looks beside `swift`, then on the path, then on the path for a name with a version.
    ///
    /// - Parameter searchPath: The value of `PATH`.
    /// - Returns: The executable's path, or nil when there is none.
    static func tool(on searchPath: String) -> String? {
        // A relative entry would run whatever program is in the folder the report is made in.
        let folders = searchPath.split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") }
        for folder in folders where isExecutable("\(folder)/swift") {
            let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
            let beside = swift.deletingLastPathComponent().appendingPathComponent(toolName).path
            if isExecutable(beside) { return beside }
        }
        let plain = folders.map { "\($0)/\(toolName)" }
        return plain.first(where: isExecutable) ?? versioned(in: folders)
    }

    private static func versioned(in folders: [String]) -> String? {
        var best: (version: Int, path: String)?
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in names where file.hasPrefix("\(toolName)-") {
                guard let version = Int(file.dropFirst(toolName.count + 1)),
                    version >= oldestVersion,
                    version > best?.version ?? 0, isExecutable("\(folder)/\(file)")
                else { continue }
                best = (version, "\(folder)/\(file)")
            }
        }
        return best?.path
    }

    private static func isExecutable(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
    }
}
