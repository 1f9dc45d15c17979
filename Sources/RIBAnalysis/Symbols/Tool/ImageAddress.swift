// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrace

/// A return address in a file that was mapped into a recorded process.
///
/// Names the file itself, not its ID in one trace. So addresses of several processes can be
/// looked up in one batch.
public struct ImageAddress: Hashable, Sendable {
    /// The file's path, or empty when the address lay in no known image.
    public let path: String
    /// The build id the file had while it was recorded, or empty when it had none.
    public let buildID: String
    /// The return address in the file.
    public let offset: UInt64

    /// Names an address in a file.
    public init(path: String, buildID: String, offset: UInt64) {
        self.path = path
        self.buildID = buildID
        self.offset = offset
    }

    /// Names the address of a recorded frame.
    ///
    /// - Parameters:
    ///   - frame: The frame as recorded in the trace.
    ///   - images: The images of the same trace.
    package init(_ frame: StackDefinition.Frame, in images: [ImageID: ImageDefinition]) {
        let image = images[frame.image]
        self.init(path: image?.path ?? "", buildID: image?.buildID ?? "", offset: frame.offset)
    }

    /// Leaves out the texts, which nearly all addresses share: hashing them takes longer than
    /// looking up the rest.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(offset)
        hasher.combine(path.utf8.count)
    }

    /// The file's name, or `?` when the address lay in no known image.
    package var module: String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return name.isEmpty ? "?" : name
    }

    /// A frame with only the module and the offset, which are known without reading the file.
    var bareFrame: SymbolizedFrame {
        SymbolizedFrame(
            frame: StackFrame(
                function: nil, file: nil, line: nil, module: module, offset: offset),
            symbol: nil)
    }
}

/// Whether the file at an image's path is still the one that was recorded.
enum ImageCheck: Equatable {
    case same
    case gone
    case rebuilt
    /// Not a file with a readable build ID.
    case unreadable

    /// Compares the file with the trace.
    ///
    /// - Parameters:
    ///   - path: The file's path in the trace.
    ///   - buildID: Its build id in the trace; empty when it had none.
    init(path: String, buildID: String) {
        // Non-blocking, so that a named pipe at this path cannot block the report.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else {
            self = .gone
            return
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self = .unreadable
            return
        }
        self =
            switch ELFBuildID(reading: { Self.read(file, at: $0, count: $1) }) {
            case .found(let id): id == buildID ? .same : .rebuilt
            case .none: buildID.isEmpty ? .same : .rebuilt
            case .unreadable: .unreadable
            }
    }

    fileprivate static func read(_ file: Int32, at offset: UInt64, count: Int) -> [UInt8]? {
        guard let offset = off_t(exactly: offset), count >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, count, offset) }
        return got == count ? bytes : nil
    }

    /// The caveat that a report shows about the file; nil when it is unchanged.
    func caveat(about path: String) -> Caveat? {
        let (kind, what): (CaveatKind, String)
        switch self {
        case .same: return nil
        case .gone: (kind, what) = (.binaryGone, "is gone")
        case .rebuilt: (kind, what) = (.binaryRebuilt, "was rebuilt since the run")
        case .unreadable: (kind, what) = (.binaryUnreadable, "is not a readable binary")
        }
        return Caveat(
            kind, "\(path) \(what): its functions are shown as module and offset",
            hidesProject: !CodeOrigin.isOfSystem(path))
    }
}

/// The build id of a file.
package enum ImageBuildID {
    /// - Returns: Lower-case hexadecimal digits; nil for anything but an executable or library with
    ///   a build id.
    package static func read(from path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            case .found(let id) = ELFBuildID(reading: { ImageCheck.read(file, at: $0, count: $1) })
        else { return nil }
        return id
    }
}

extension ImageAddress {
    /// The addresses in an order that never changes between runs.
    package static func sorted(_ addresses: Set<ImageAddress>) -> [ImageAddress] {
        addresses.sorted { ($0.path, $0.offset) < ($1.path, $1.offset) }
    }
}
