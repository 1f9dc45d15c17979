// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrees

/// What a closure on a retain path is called.
///
/// The compiler makes closures of its own, which nobody finds in the source: of a method that is handed
/// over, of an expression that is evaluated later. Such a one is named by the method, or by the
/// function or closure around it.
struct ClosureName {
    /// Such as `closure #1 in Home.didBecomeActive()` or `method reference Home.show(_:)`.
    let text: String
    /// The compiler's own function, or the written one if it is that.
    let function: String
    /// Where the closure stands.
    let file: String?
    let line: Int?
    let library: String?
    /// True for a method that is handed over.
    let isMethodReference: Bool
    /// True where the optimizer made one function of several closures that do the same, under the name of one.
    let isMerged: Bool

    private static let implicit = "implicit closure #"

    /// - Parameters:
    ///   - addresses: Those of the closure's code.
    ///   - types: The type of what it captures, and those that inherits from.
    /// - Returns: Nil when nothing is known of the code.
    init?(at addresses: [ImageAddress], capturing types: [String], with symbols: Symbolication) {
        guard let closure = symbols.closure(at: addresses), let function = closure.frame.function
        else { return nil }
        let frame = closure.frame
        let calls = symbols.calls(at: addresses)
        // Of optimized code, only the calls may say where it stands.
        let places =
            [frame] + calls.flatMap(\.place).map(\.frame).filter { $0.function == function }
        let place = places.first { $0.line != nil } ?? frame
        self.function = function
        isMerged = addresses.first.map(symbols.isMerged) ?? false
        (file, line, library) = (place.file, place.line, place.library)
        var surrounding = Substring(function)
        var levels = 0
        while surrounding.hasPrefix(Self.implicit), let end = surrounding.range(of: " in ") {
            surrounding = surrounding[end.upperBound...]
            levels += 1
        }
        isMethodReference =
            levels > 0 && Self.isMethodReference(closure.symbol ?? "", levels: min(levels, 2))
        guard isMethodReference else {
            text = isMerged ? StableName.ofSeveral(surrounding) : String(surrounding)
            return
        }
        let method = Self.method(calledBy: function, calls, types)
        text = "method reference " + (method ?? "in \(surrounding)")
    }

    /// Whether a closure of the compiler's is for a method that is handed over.
    ///
    /// Of `home.show` one function takes `home`, and gives another one that takes the arguments; of
    /// `super.show` there is the second one alone. An expression for later takes nothing.
    ///
    /// - Parameter symbol: Such as `$s3App4HomeC4loadyyFySicACcfu_ySicfu0_`, in which `ySic` is the type of
    ///   a function from `Si` to `y`, which is nothing.
    private static func isMethodReference(_ symbol: String, levels: Int) -> Bool {
        var type = Substring(symbol)
        for _ in 1...levels {
            guard let before = beforeLastClosure(in: type) else { return false }
            type = before
        }
        if let way = ["c", "XE", "XK"].first(where: type.hasSuffix) { type.removeLast(way.count) }
        // Whether it is asynchronous, can be sent or throws, and on which actor it runs.
        while let mark = ["ScMYc", "K", "Ya", "Yb", "YT"].first(where: type.hasSuffix) {
            type.removeLast(mark.count)
        }
        return !type.hasSuffix("y")
    }

    /// What stands before the mark and the number of the last of the compiler's closures in a name.
    private static func beforeLastClosure(in symbol: Substring) -> Substring? {
        var rest = symbol
        while let mark = rest.range(of: "fu", options: .backwards) {
            rest = symbol[..<mark.lowerBound]
            let behind = symbol[mark.upperBound...].drop { $0.isASCII && $0.isNumber }
            if behind.first == "_" { return rest }
        }
        return nil
    }

    /// The method that a function only passes calls on to; nil unless that is certain.
    ///
    /// The optimizer may put the method into that function, so that its calls are not the function's; then
    /// what is known of the call's place says which method that is. It may also let methods that do the same
    /// share their code: of such it is not known on which line they begin.
    private static func method(
        calledBy function: String, _ calls: [Symbolication.Call], _ types: [String]
    ) -> String? {
        let owners = Set(types.map { String($0.withoutGenericArguments) })
        let names = calls.compactMap { call -> String? in
            guard
                let caller = call.place.firstIndex(where: {
                    $0.frame.function == function && $0.frame.file != nil
                })
            else { return nil }
            if caller > 0 { return method(call.place[caller - 1], of: owners) }
            guard let called = call.function.last, called.frame.line != nil else { return nil }
            return method(called, of: owners)
        }
        return Set(names).count == 1 ? names.first : nil
    }

    /// The method that a function is, if it is one of a type.
    private static func method(_ found: SymbolizedFrame, of owners: Set<String>) -> String? {
        guard let function = found.frame.function, let symbol = found.symbol,
            found.frame.library == nil
        else { return nil }
        let variant = "specialized "
        let isVariant = function.hasPrefix(variant)
        let name = isVariant ? String(function.dropFirst(variant.count)) : function
        let parts = FunctionName(name)
        guard isVariant || symbol.hasSuffix("F"), !parts.isNested, !parts.isAccessor,
            !parts.isStatic, let type = parts.type, owners.contains(type)
        else { return nil }
        return name
    }
}
