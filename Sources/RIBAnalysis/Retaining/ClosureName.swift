// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBTrees

/// The name of a closure on a retain path.
///
/// The compiler makes closures that are not in the source: for a method reference, or for an
/// expression that is evaluated later. Such a closure is named by the method, or by the function or
/// closure around it.
struct ClosureName {
    /// Such as `closure #1 in Home.didBecomeActive()` or `method reference Home.show(_:)`.
    let text: String
    /// The closure's own function, which may be one that the compiler made.
    let function: String
    /// The file with the closure.
    let file: String?
    let line: Int?
    let library: String?
    /// True for a method reference.
    let isMethodReference: Bool
    /// True when the optimizer merged several equal closures, under the name of one.
    let isMerged: Bool

    private static let implicit = "implicit closure #"

    /// - Parameters:
    ///   - addresses: The address of the closure's code, and those of its calls.
    ///   - types: The type of the captured object and the classes it inherits from.
    /// - Returns: Nil when nothing is known about the code.
    init?(at addresses: [ImageAddress], capturing types: [String], with symbols: Symbolication) {
        guard let closure = symbols.closure(at: addresses), let function = closure.frame.function
        else { return nil }
        let frame = closure.frame
        let calls = symbols.calls(at: addresses)
        // In optimized code, only the closure's beginning or its calls may have a line.
        let places =
            [frame, closure.atItsStart.frame]
            + calls.flatMap(\.place).map(\.frame).filter { $0.function == function }
        let place = places.first { $0.line != nil } ?? frame
        self.function = function
        let symbol = addresses.first.flatMap { symbols.all[$0]?.last?.symbol }
        isMerged = symbol.map(StableName.isMerged) ?? false
        (file, line, library) = (place.file, place.line, place.library)
        var surrounding = Substring(StableName.written(function))
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

    /// Whether a closure that the compiler made is for a method reference.
    ///
    /// For `home.show`, one function takes `home` and returns another one that takes the arguments.
    /// For `super.show` there is only the second one. An expression for later takes no arguments.
    ///
    /// - Parameter symbol: Such as `$s3App4HomeC4loadyyFySicACcfu_ySicfu0_`. In it, `ySic` is the
    ///   type of a function from `Si` to `y`, which is nothing.
    private static func isMethodReference(_ symbol: String, levels: Int) -> Bool {
        var type = Substring(symbol)
        for _ in 1...levels {
            guard let before = beforeLastClosure(in: type) else { return false }
            type = before
        }
        if let way = ["c", "XE", "XK"].first(where: type.hasSuffix) { type.removeLast(way.count) }
        // Marks for asynchronous, sendable and throwing functions, and for their actor.
        while let mark = ["ScMYc", "K", "Ya", "Yb", "YT"].first(where: type.hasSuffix) {
            type.removeLast(mark.count)
        }
        return !type.hasSuffix("y")
    }

    /// The part of a name before the mark and the number of its last closure made by the compiler.
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
    /// The optimizer may inline the method into the function. Then the calls are the method's, and
    /// the inlined frames at a call tell which method it is. It may also merge methods that do the
    /// same. For a merged method, the first line is unknown.
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

    /// The name of the method that a frame shows, if it is a method of one of the types.
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
