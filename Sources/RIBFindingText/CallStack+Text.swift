// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

extension CallStack {
    /// The stack in lines, innermost first. Frames of libraries are folded: one line for each frame
    /// or fold, one for what is left out here, and one for what the recorder left out.
    func lines(atMost most: Int = TextLimits.usual.stackLines ?? .max) -> [TextLine] {
        // Without any source file there is nothing to fold the rest against.
        let isReadable = frames.contains { $0.file != nil }
        let folds = isReadable ? Self.folded(frames) : frames.map { [$0] }
        return folds.prefix(most).map { fold in
            fold.count == 1 ? fold[0].textLine : Self.line(for: fold)
        } + TextLine.more(folds.dropFirst(most).reduce(0) { $0 + $1.count }) + cut
    }

    /// The stack without folding: one line for each frame, and one for the frames that the recorder
    /// left out.
    package var wholeLines: [TextLine] { frames.map(\.wholeLine) + cut }

    /// The line that says the recorder left callers out, if it did.
    private var cut: [TextLine] {
        guard let cutOffAt else { return [] }
        return [
            TextLine(
                "… cut off at \(Quantity.counted(cutOffAt, "frame")); "
                    + "RIBLEAK_STACK_DEPTH sets the limit", .faint)
        ]
    }

    private static func folded(_ frames: [StackFrame]) -> [[StackFrame]] {
        var folds: [[StackFrame]] = []
        for frame in frames {
            if frame.ownLibrary != nil, let last = folds.last?.last, last.ownLibrary != nil {
                folds[folds.count - 1].append(frame)
            } else {
                folds.append([frame])
            }
        }
        return folds
    }

    private static func line(for fold: [StackFrame]) -> TextLine {
        var names: [String] = []
        for name in fold.compactMap(\.ownLibrary) where !names.contains(name) { names.append(name) }
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) others"] : names[...]
        let list =
            shown.count == 1
            ? shown[0] : "\(shown.dropLast().joined(separator: ", ")) and \(shown.last ?? "")"
        let line = TextLine("… \(fold.count) frames in \(list)", .faint)
        // For a dependency, the function that the project called tells what the rest is about.
        guard let last = fold.last, last.file != nil, let function = last.function else {
            return line
        }
        return line + TextLine(", from ", .faint) + TextLine(function)
    }
}

extension StackFrame {
    /// The library that it belongs to by its name or its file; nil for a frame of the project.
    package var ownLibrary: String? {
        guard let file else { return isOneOfSeveral ? nil : module }
        return library ?? CodeOrigin.library(ofFile: file)
    }

    /// The function, or the address if it has no name.
    package var name: String { function ?? "\(module)+0x\(String(offset, radix: 16))" }

    package var textLine: TextLine {
        guard let function else { return TextLine(name) }
        if let ownLibrary { return TextLine("\(function) in \(ownLibrary)", .faint) }
        guard let placeText else {
            return TextLine(function, .strong) + TextLine(" in \(module)")
        }
        return TextLine(function, .strong) + TextLine(" at ") + TextLine(placeText, .place)
    }

    fileprivate var wholeLine: TextLine {
        // The report leaves out the file of a library's function, so it is added here.
        guard let placeText, function != nil, ownLibrary != nil else { return textLine }
        return textLine + TextLine(" at \(placeText)", .faint)
    }

    /// Its file and line, such as `Sources/App/Home.swift:12`; nil when the file is not known.
    package var placeText: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}

extension RetainPathStep {
    /// Its file and line, such as `Sources/App/Home.swift:12`; nil when the file is not known.
    package var placeText: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}
