// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import RIBText

extension ColorChoice: ExpressibleByArgument {}

/// Whether a command's text is coloured.
struct ColorArguments: ParsableArguments {
    @Option(help: "Colours on standard output; auto means on a terminal.")
    var color: ColorChoice = .auto

    /// Whether text gets colours.
    ///
    /// - Parameter toTerminal: False for text that goes to a file instead of standard output.
    func isColored(toTerminal: Bool = Terminal.isOutput) -> Bool {
        color.usesColor(
            isTerminal: toTerminal, environment: ProcessInfo.processInfo.environment)
    }
}

/// The terminal behind standard output.
enum Terminal {
    /// Whether standard output is a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The number of columns; nil when the terminal does not report it.
    static var width: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }
}
