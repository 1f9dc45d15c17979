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
