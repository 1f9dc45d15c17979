// SPDX-License-Identifier: Apache-2.0

/// A call stack as return addresses, innermost first.
public struct StackDefinition: Hashable, Sendable {
    /// A return address, relative to the image it lies in.
    public struct Frame: Hashable, Sendable {
        /// The image, or none when the address lay in no known one.
        public let image: ImageID
        /// The address in the image's file, or in memory when there is no image.
        public let offset: UInt64

        public init(image: ImageID, offset: UInt64) {
            self.image = image
            self.offset = offset
        }
    }

    public let frames: [Frame]
    /// True when the stack was deeper than the recorder's limit.
    public let isTruncated: Bool

    public init(frames: [Frame], isTruncated: Bool) {
        self.frames = frames
        self.isTruncated = isTruncated
    }
}

/// An executable or shared library mapped into the recorded process.
public struct ImageDefinition: Equatable, Sendable {
    public let id: ImageID
    /// The difference between an address in memory and the same address in the file.
    public let loadBias: UInt64
    /// The file's path, as the loader knew it.
    public let path: String
    /// The linker's build id in lower-case hexadecimal, or empty when the image has none.
    public let buildID: String

    public init(id: ImageID, loadBias: UInt64, path: String, buildID: String) {
        self.id = id
        self.loadBias = loadBias
        self.path = path
        self.buildID = buildID
    }
}
