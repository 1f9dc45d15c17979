// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Prints a line for people on standard error.
///
/// Names of files and declarations come from outside: what would steer a terminal, or make a second
/// line, is shown as its code.
func say(_ line: String) {
    var text = ""
    for scalar in line.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            text += "\\u{" + String(scalar.value, radix: 16) + "}"
        default: text.unicodeScalars.append(scalar)
        }
    }
    FileHandle.standardError.write(Data("ribleak: \(text)\n".utf8))
}
