import Foundation

/// Turns linker names into what stands in the source, with the Swift runtime's own demangler.
///
/// The functions are looked up by name, so a runtime without them only costs the simplification.
struct Demangler: Sendable {
    /// The demangler of the running process.
    static let runtime = Demangler()

    /// Longer names are shown as they are: nothing readable comes of them.
    private static let longestName = 4096
    private static let longestResult = 16_384

    private typealias Simplify =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?
        ) -> UnsafeMutablePointer<CChar>?
    private typealias Demangle =
        @convention(c) @Sendable (
            UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?,
            UInt32
        ) -> UnsafeMutablePointer<CChar>?
    private typealias IsThunk = @convention(c) @Sendable (UnsafePointer<CChar>?) -> Bool

    private let simplify: Simplify?
    private let demangle: Demangle?
    private let thunkTest: IsThunk?

    private init() {
        let process = dlopen(nil, RTLD_LAZY)
        // The types are those of the runtime's headers (Runtime/Backtrace.h, Runtime/Debug.h).
        simplify = dlsym(process, "_swift_backtrace_demangle")
            .map { unsafeBitCast($0, to: Simplify.self) }
        demangle = dlsym(process, "swift_demangle").map { unsafeBitCast($0, to: Demangle.self) }
        thunkTest = dlsym(process, "_swift_backtrace_isThunkFunction")
            .map { unsafeBitCast($0, to: IsThunk.self) }
    }

    /// The name as a person writes it, such as `closure #1 in Score.didBecomeActive()`.
    func demangled(_ symbol: String) -> String {
        let length = symbol.utf8.count
        guard length <= Self.longestName, DemangledSize.isBounded(symbol) else { return symbol }
        let name =
            if let simplify {
                simplify(symbol, length, nil, nil)
            } else if let demangle {
                demangle(symbol, length, nil, nil, 0)
            } else {
                UnsafeMutablePointer<CChar>?.none
            }
        guard let name else { return symbol }
        defer { free(name) }
        guard strlen(name) <= Self.longestResult else { return symbol }
        // `show@Sendable (_:)` is what is left of a method's type, which a person does not write there.
        return String(cString: name).replacing("@Sendable (", with: "(")
    }

    /// True for code the compiler made to pass a call on, such as a partial apply forwarder.
    func isThunk(_ symbol: String) -> Bool {
        guard symbol.utf8.count <= Self.longestName, DemangledSize.isBounded(symbol) else {
            return false
        }
        return thunkTest?(symbol) ?? (symbol.hasSuffix("TA") || symbol.hasSuffix("TR"))
    }
}
