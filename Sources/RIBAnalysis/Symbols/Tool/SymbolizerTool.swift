import Foundation

/// Finds the toolchain's `llvm-symbolizer`.
enum SymbolizerTool {
    private static let name = "llvm-symbolizer"
    /// The first release that answers in JSON.
    private static let oldestVersion = 13

    /// Looks beside `swift`, then on the path, then on the path with a version in the name.
    ///
    /// - Parameter searchPath: The value of `PATH`.
    /// - Returns: The executable's path, or nil when there is none.
    static func found(on searchPath: String) -> String? {
        // A relative entry would run whatever lies in the folder the report is made in.
        let folders = searchPath.split(separator: ":").map(String.init)
            .filter { $0.hasPrefix("/") }
        for folder in folders where isExecutable("\(folder)/swift") {
            let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
            let beside = swift.deletingLastPathComponent().appendingPathComponent(name).path
            if isExecutable(beside) { return beside }
        }
        let plain = folders.map { "\($0)/\(name)" }
        return plain.first(where: isExecutable) ?? versioned(in: folders)
    }

    private static func versioned(in folders: [String]) -> String? {
        var best: (version: Int, path: String)?
        for folder in folders {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for file in names where file.hasPrefix("\(name)-") {
                guard let version = Int(file.dropFirst(name.count + 1)), version >= oldestVersion,
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
