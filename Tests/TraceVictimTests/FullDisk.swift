// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A small file system in memory, taken down with it.
final class FullDisk {
    let folder: TemporaryFolder

    /// False where this process may not mount.
    static let canBeMade = (try? FullDisk(kilobytes: 64)) != nil

    init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        let path = folder.path
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            throw CannotMount()
        }
    }

    func becomeReadOnly() throws { try remount(MS_RDONLY) }

    func becomeWritable() throws { try remount(0) }

    private func remount(_ flags: Int) throws {
        guard mount("", folder.path, "", UInt(MS_REMOUNT | flags), "") == 0 else {
            throw CannotMount()
        }
    }

    deinit {
        umount2(folder.path, Int32(MNT_DETACH))
    }

    private struct CannotMount: Error {}
}
