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
