// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText

extension ColorChoice: ExpressibleByArgument {}

/// Whether a command's text is coloured.
struct ColorArguments: ParsableArguments {
    @Option(help: "Colours on standard output; auto means on a terminal.")
    var color: ColorChoice = .auto

    /// True when text is to be coloured.
    ///
    /// - Parameter toTerminal: False when it goes to a file in place of standard output.
    func isColored(toTerminal: Bool = Terminal.isOutput) -> Bool {
        color.usesColor(
            isTerminal: toTerminal, environment: ProcessInfo.processInfo.environment)
    }
}

/// The terminal that standard output goes to.
enum Terminal {
    /// Whether standard output is one.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Its columns; nil when it does not say.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
