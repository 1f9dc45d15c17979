// SPDX-License-Identifier: Apache-2.0

/// Makes the frames of one batch, and caches the functions and files that occur repeatedly.
struct FrameMaker {
    private struct Image {
        let module: String
        /// True when it was built below the working directory.
        let isLocal: Bool
    }

    private struct File: Hashable {
        let path: String
        let isLocal: Bool
    }

    private let paths: DisplayPath
    private var images: [String: Image] = [:]
    private var files: [File: String?] = [:]
    private var names: [String: String] = [:]
    private var libraries: [Function: String?] = [:]

    private struct Function: Hashable {
        let symbol: String?
        let file: String?
    }

    init(paths: DisplayPath) {
        self.paths = paths
    }

    /// Demangles the names before their frames are made.
    mutating func prepare(_ symbols: [SymbolizerAnswer.Symbol]) {
        for symbol in symbols { _ = symbol.function.map { demangled($0) } }
    }

    /// Makes the frames of the functions at one address.
    mutating func frames(
        for symbols: [SymbolizerAnswer.Symbol], at address: ImageAddress
    ) -> [SymbolizedFrame] {
        let image = image(of: address)
        return symbols.map { symbol in
            let function = symbol.function.map { demangled($0) }
            let (path, line) = Self.place(of: symbol, named: function)
            let file = shown(File(path: path, isLocal: image.isLocal))
            return SymbolizedFrame(
                frame: StackFrame(
                    function: function, file: file, line: file == nil ? nil : line,
                    module: image.module, offset: address.offset,
                    library: library(of: Function(symbol: symbol.function, file: file))),
                symbol: symbol.function,
                startLine: symbol.startLine.flatMap { $0 > 0 ? $0 : nil },
                startFile: symbol.startFile.flatMap {
                    $0.isEmpty ? nil : shown(File(path: $0, isLocal: image.isLocal))
                })
        }
    }

    /// The file and the line at an address. The compiler gives no line to the implicit closure of a
    /// method reference, nor to some parts of an asynchronous function, such as the one that a loop
    /// over values begins with. So these get the line they begin in.
    private static func place(
        of symbol: SymbolizerAnswer.Symbol, named function: String?
    ) -> (path: String, line: Int?) {
        if symbol.line > 0 { return (symbol.file, symbol.line) }
        guard
            function?.hasPrefix("implicit closure #") == true
                || symbol.function.map(isPartOfAsyncFunction) == true,
            let file = symbol.startFile, !file.isEmpty, let line = symbol.startLine, line > 0
        else { return (symbol.file, nil) }
        return (file, line)
    }

    /// Whether a mangled name ends as in `TQ0_` or `TY1_`.
    private static func isPartOfAsyncFunction(_ symbol: String) -> Bool {
        guard symbol.utf8.last == UInt8(ascii: "_") else { return false }
        let kind = symbol.utf8.dropLast().reversed().drop { (0x30...0x39).contains($0) }.prefix(2)
        return ["QT", "YT"].contains(String(decoding: Array(kind), as: UTF8.self))
    }

    private mutating func image(of address: ImageAddress) -> Image {
        if let image = images[address.path] { return image }
        let image = Image(module: address.module, isLocal: paths.isBelow(address.path))
        images[address.path] = image
        return image
    }

    private mutating func shown(_ file: File) -> String? {
        if let shown = files[file] { return shown }
        let shown = paths.shown(file.path, isLocal: file.isLocal)
        files[file] = .some(shown)
        return shown
    }

    private mutating func library(of function: Function) -> String? {
        if let library = libraries[function] { return library }
        let library = CodeOrigin.library(symbol: function.symbol, file: function.file)
        libraries[function] = .some(library)
        return library
    }

    private mutating func demangled(_ symbol: String) -> String {
        if let name = names[symbol] { return name }
        let name = Demangler.runtime.demangled(symbol)
        names[symbol] = name
        return name
    }
}

/// A frame with its function's linker name, which shows what kind of function it is.
struct SymbolizedFrame: Hashable, Sendable {
    var frame: StackFrame
    /// The mangled name, or nil when the function has none.
    let symbol: String?
    /// The module of a Swift function's code. Found once: reading a name takes longer than all else
    /// that is asked about a frame.
    let codeModule: String?
    /// The line in which the function begins; nil when it is not known.
    var startLine: Int?
    /// The file in which the function begins; nil when it is not known.
    var startFile: String?

    init(
        frame: StackFrame, symbol: String?, startLine: Int? = nil, startFile: String? = nil
    ) {
        (self.frame, self.symbol) = (frame, symbol)
        codeModule = symbol.flatMap(CodeOrigin.module)
        (self.startLine, self.startFile) = (startLine, startFile)
    }

    /// The same frame with another function name.
    func named(_ function: String) -> SymbolizedFrame {
        var named = self
        named.frame = StackFrame(
            function: function, file: frame.file, line: frame.line, module: frame.module,
            offset: frame.offset, library: frame.library)
        return named
    }

    /// The same function at its first line, wherever in the function the frame is.
    var atItsStart: SymbolizedFrame {
        guard let startLine, let file = startFile ?? frame.file else { return self }
        var start = self
        start.frame = StackFrame(
            function: frame.function, file: file, line: startLine, module: frame.module,
            offset: frame.offset, library: frame.library)
        return start
    }
}
