import RIBAnalysis
import RIBTrees

/// A call stack in lines, innermost first, with nothing folded or left out.
enum WholeStackText {
    /// One line a frame, and one for what the recorder left out.
    static func lines(for stack: CallStack) -> [TextLine] {
        stack.frames.map(line)
            + [stack.cutOffAt.map(StackText.cut)].compactMap { $0 }
    }

    private static func line(for frame: StackFrame) -> TextLine {
        let line = StackText.line(for: frame)
        // Of a library's function, the report leaves out where it is.
        guard let file = frame.file, frame.function != nil, StackText.library(of: frame) != nil
        else { return line }
        return line + TextLine(" at \(file)" + (frame.line.map { ":\($0)" } ?? ""), .faint)
    }
}
