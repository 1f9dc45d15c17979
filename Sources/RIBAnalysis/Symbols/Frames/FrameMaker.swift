/// Makes the frames of one batch, in which the same functions and files come again and again.
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

    /// Works the names out ahead of the frames they are for.
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
                startLine: symbol.startLine.flatMap { $0 > 0 ? $0 : nil })
        }
    }

    /// The file and the line at an address. The compiler gives none to what it makes of a method that is
    /// handed over, which then stands where it begins.
    private static func place(
        of symbol: SymbolizerAnswer.Symbol, named function: String?
    ) -> (path: String, line: Int?) {
        if symbol.line > 0 { return (symbol.file, symbol.line) }
        guard function?.hasPrefix("implicit closure #") == true, let file = symbol.startFile,
            !file.isEmpty, let line = symbol.startLine, line > 0
        else { return (symbol.file, nil) }
        return (file, line)
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
