/// Whose function lies at an address.
enum CodeUse {
    /// None: there is no code.
    case none
    /// One of Swift, of its core libraries or of C.
    case runtime
    /// Any other.
    case own

    private static let runtimeFiles = [
        "libswift", "libdispatch", "libFoundation", "lib_Foundation", "libc.",
    ]

    /// Of code in an image.
    init(inImage path: String) {
        let file = path.split(separator: "/").last ?? ""
        self = Self.runtimeFiles.contains { file.hasPrefix($0) } ? .runtime : .own
    }
}
