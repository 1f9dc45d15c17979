// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A mounted file system in a new file or in memory, unmounted when it is freed.
final class LoopDisk {
    let folder: TemporaryFolder
    private let image: TemporaryFolder

    /// What `mkfs` calls them; `tmpfs` needs none.
    static let kinds = ["tmpfs", "ext4", "xfs", "btrfs"]

    /// - Parameters:
    ///   - megabytes: Of the file system. The kinds want 300 at least.
    ///   - backing: A folder for its image, which may have less room than the image says.
    /// - Throws: `CannotMake` where the tools or the rights are missing.
    init(_ kind: String, megabytes: Int = 320, backing: String? = nil) throws {
        folder = try TemporaryFolder()
        image = try TemporaryFolder()
        if kind == "tmpfs" {
            guard mount("tmpfs", folder.path, "tmpfs", 0, "size=8m") == 0 else {
                throw CannotMake()
            }
            return
        }
        let file = "\(backing ?? image.path)/image"
        try Data().write(to: URL(fileURLWithPath: file))
        truncate(file, megabytes << 20)
        try Self.run("mkfs.\(kind)", "-q", file)
        try Self.run("mount", "-o", "loop", file, folder.path)
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
    }

    /// The kinds that can be made here; says which cannot.
    static let makeable: [String] = kinds.filter { kind in
        if (try? LoopDisk(kind)) != nil { return true }
        print("skipped: no \(kind) can be made and mounted here")
        return false
    }

    private static func run(_ tool: String, _ arguments: String...) throws {
        let finished = try FinishedProcess(
            path: "/usr/bin/env", [tool] + arguments,
            environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"])
        guard finished.code == 0 else { throw CannotMake() }
    }

    struct CannotMake: Error {}
}
