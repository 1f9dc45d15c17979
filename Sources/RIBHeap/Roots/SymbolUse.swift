/// What a symbol says about the memory that it names.
enum SymbolUse {
    /// A variable of Swift's that may be a strong reference.
    case variable
    /// Nothing: there is none, or it is of another language.
    case unknown
    /// No strong reference is there: a weak variable's, or a record of the runtime's.
    case none

    init(_ symbol: String) {
        guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else {
            self = .unknown
            return
        }
        var name = Substring(symbol)
        // An object that the compiler made and laid into the image, for a variable.
        if let outlined = name.range(of: "Tv", before: "r") { name = name[..<outlined] }
        if name.hasSuffix("Z") { name = name.dropLast() }
        guard name.hasSuffix("vp") else {
            self = .none
            return
        }
        let type = name.dropLast(2)
        let isUncounted = ["Xw", "Xo", "Xu", "SV", "Sv", "s13OpaquePointerV"]
            .contains { type.hasSuffix($0) || type.hasSuffix("\($0)Sg") }
        self = isUncounted || type.contains("s9UnmanagedV") ? .none : .variable
    }
}

extension Substring {
    /// Where a mark begins that only a number and an underscore separate from the end's `last`.
    fileprivate func range(of mark: String, before last: Character) -> Index? {
        guard self.last == last else { return nil }
        var rest = dropLast()
        guard rest.last == "_" else { return nil }
        rest = rest.dropLast()
        while let digit = rest.last, digit.isASCII, digit.isNumber { rest = rest.dropLast() }
        return rest.hasSuffix(mark) ? rest.index(rest.endIndex, offsetBy: -mark.count) : nil
    }
}
