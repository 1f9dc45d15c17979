// SPDX-License-Identifier: Apache-2.0

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

    /// Names the address of a recorded frame, by the images of the same trace.
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

    /// The address of the call that returns here. The byte before the return address belongs to the
    /// call, while the return address may already be another line or function.
    var call: UInt64 { offset == 0 ? 0 : offset - 1 }

    /// Why the file at the path tells nothing about the recorded one; nil when it is unchanged.
    var caveat: Caveat? {
        let (kind, what): (CaveatKind, String)
        switch ElfImage(path: path).map(\.buildID) {
        case buildID: return nil
        case .none: (kind, what) = (.binaryGone, "is gone")
        case .some(.none): (kind, what) = (.binaryUnreadable, "is not a readable binary")
        case .some: (kind, what) = (.binaryRebuilt, "was rebuilt since the run")
        }
        return Caveat(
            kind, "\(path) \(what): its functions are shown as module and offset",
            hidesProject: !CodeOrigin.isOfSystem(path))
    }

    /// A frame with only the module and the offset, which are known without reading the file.
    var bareFrame: SymbolizedFrame {
        SymbolizedFrame(
            frame: StackFrame(
                function: nil, file: nil, line: nil, module: module, offset: offset),
            symbol: nil)
    }

    /// The addresses in an order that never changes between runs.
    package static func sorted(_ addresses: Set<ImageAddress>) -> [ImageAddress] {
        addresses.sorted { ($0.path, $0.offset) < ($1.path, $1.offset) }
    }
}
