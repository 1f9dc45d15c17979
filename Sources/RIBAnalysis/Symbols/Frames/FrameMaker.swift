// SPDX-License-Identifier: Apache-2.0

/// Makes the frames of one batch, in which functions and files occur repeatedly.
struct FrameMaker {
    private let paths: DisplayPath
    /// What was demangled, by mangled name.
    private var names: [String: String] = [:]
    /// How files are shown, and the libraries they belong to.
    private var files: [String: (file: String?, library: String?)] = [:]

    init(paths: DisplayPath) { self.paths = paths }

    /// Makes the frames of the functions at one address.
    ///
    /// - Parameter symbols: Empty when nothing is known of them.
    mutating func frames(
        for symbols: [SymbolizerAnswer.Symbol], at address: ImageAddress
    ) -> [SymbolizedFrame] {
        if symbols.isEmpty { return [address.bareFrame] }
        let module = address.module
        // Whether it was built below the working directory.
        let isLocal = paths.isBelow(address.path)
        return symbols.map { symbol in
            let function = symbol.name.map { demangled($0) }
            let (path, line) = Self.place(of: symbol, named: function)
            let (file, library) = shown(path, isLocal)
            var frame = SymbolizedFrame(
                frame: StackFrame(
                    function: function, file: file, line: file == nil ? nil : line,
                    module: module, offset: address.offset),
                symbol: symbol.name,
                startLine: symbol.startLine.flatMap { $0 > 0 ? $0 : nil },
                startFile: symbol.startFile.flatMap { shown($0, isLocal).file })
            frame.frame.library =
                library ?? frame.codeModule.flatMap { CodeOrigin.isLibrary($0) ? $0 : nil }
            return frame
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
                || symbol.name.map(Demangler.isPartOfAsyncFunction) == true,
            let file = symbol.startFile, !file.isEmpty, let line = symbol.startLine, line > 0
        else { return (symbol.file, nil) }
        return (file, line)
    }

    private mutating func shown(
        _ path: String, _ isLocal: Bool
    ) -> (file: String?, library: String?) {
        // A relative path means a file here only in a binary that was built here.
        guard isLocal || path.hasPrefix("/") else { return (nil, nil) }
        if let known = files[path] { return known }
        let file = paths.shown(path)
        let found = (file, file.flatMap(CodeOrigin.library(ofFile:)))
        files[path] = found
        return found
    }

    private mutating func demangled(_ symbol: String) -> String {
        if let name = names[symbol] { return name }
        let name = Demangler.demangled(symbol)
        names[symbol] = name
        return name
    }
}
