// SPDX-License-Identifier: Apache-2.0

import RIBAnalysis
import RIBText

/// A call stack in lines, innermost first.
package enum StackText {
    /// Frames of libraries are folded: one line for each frame or fold, one for what is left out
    /// here, and one for what the recorder left out.
    ///
    /// - Parameter most: The most frames and folds to show.
    static func lines(
        for stack: CallStack, atMost most: Int = TextLimits.usual.stackLines
    ) -> [TextLine] {
        lines(for: stack.frames, atMost: most) + [stack.cutOffAt.map(cut)].compactMap { $0 }
    }

    /// The line that says the recorder left callers out.
    private static func cut(at depth: Int) -> TextLine {
        TextLine(
            "… cut off at \(Quantity.counted(depth, "frame")); "
                + "RIBLEAK_STACK_DEPTH sets the limit", .faint)
    }

    private static func lines(for frames: [StackFrame], atMost most: Int) -> [TextLine] {
        // Without any source file there is nothing to fold the rest against.
        let isReadable = frames.contains { $0.file != nil }
        let folds = isReadable ? folded(frames) : frames.map { [$0] }
        var lines = folds.prefix(most).map { fold in
            fold.count == 1 ? line(for: fold[0]) : line(forFold: fold)
        }
        let left = folds.dropFirst(most).reduce(0) { $0 + $1.count }
        if left > 0 { lines.append(TextLine("… \(left) more", .faint)) }
        return lines
    }

    private static func folded(_ frames: [StackFrame]) -> [[StackFrame]] {
        var folds: [[StackFrame]] = []
        for frame in frames {
            if library(of: frame) != nil, let last = folds.last?.last, library(of: last) != nil {
                folds[folds.count - 1].append(frame)
            } else {
                folds.append([frame])
            }
        }
        return folds
    }

    /// The library a frame belongs to, or nil for a frame of the project itself.
    package static func library(of frame: StackFrame) -> String? {
        guard let file = frame.file else { return frame.isOneOfSeveral ? nil : frame.module }
        return frame.library ?? CodeOrigin.library(ofFile: file)
    }

    /// The function, or the address if it has no name.
    package static func name(of frame: StackFrame) -> String {
        frame.function ?? "\(frame.module)+0x\(String(frame.offset, radix: 16))"
    }

    package static func line(for frame: StackFrame) -> TextLine {
        guard let function = frame.function else { return TextLine(name(of: frame)) }
        if let library = library(of: frame) {
            return TextLine("\(function) in \(library)", .faint)
        }
        guard let place = frame.placeText else {
            return TextLine(function, .strong) + TextLine(" in \(frame.module)")
        }
        return TextLine(function, .strong) + TextLine(" at ") + TextLine(place, .place)
    }

    private static func line(forFold frames: [StackFrame]) -> TextLine {
        var names: [String] = []
        for name in frames.compactMap(library) where !names.contains(name) { names.append(name) }
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) others"] : names[...]
        let list =
            shown.count == 1
            ? shown[0] : "\(shown.dropLast().joined(separator: ", ")) and \(shown.last ?? "")"
        let fold = TextLine("… \(frames.count) frames in \(list)", .faint)
        // For a dependency, the function that the project called tells what the rest is about.
        guard let last = frames.last, last.file != nil, let function = last.function else {
            return fold
        }
        return fold + TextLine(", from ", .faint) + TextLine(function)
    }

    // MARK: - Without folding

    /// One line for each frame, and one for the frames that the recorder left out.
    package static func wholeLines(for stack: CallStack) -> [TextLine] {
        stack.frames.map(wholeLine) + [stack.cutOffAt.map(cut)].compactMap { $0 }
    }

    private static func wholeLine(for frame: StackFrame) -> TextLine {
        let line = line(for: frame)
        // The report leaves out the file of a library's function, so it is added here.
        guard let place = frame.placeText, frame.function != nil, library(of: frame) != nil
        else { return line }
        return line + TextLine(" at \(place)", .faint)
    }
}

extension StackFrame {
    /// Its file and line, such as `Sources/App/Home.swift:12`; nil when the file is not known.
    package var placeText: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}

extension RetainPathStep {
    /// Its file and line, such as `Sources/App/Home.swift:12`; nil when the file is not known.
    package var placeText: String? { file.map { $0 + (line.map { ":\($0)" } ?? "") } }
}
