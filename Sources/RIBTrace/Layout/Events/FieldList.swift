// SPDX-License-Identifier: Apache-2.0

/// Some fields in TSDL, CTF 1.8's metadata language.
///
/// Text alone, without mirrors or coding: an app that is recorded makes the list of every event when
/// it starts.
@usableFromInline
package struct FieldList {
    /// The declarations, with a blank between them.
    private(set) var tsdl = ""

    /// Adds what differs in length.
    mutating func add(tail: String) {
        if !tsdl.isEmpty { tsdl += " " }
        tsdl += tail
    }

    /// Adds a field.
    ///
    /// - Parameter name: The property's, in the metadata's way: `rib_path` for `ribPath`.
    mutating func add<Field>(_ name: String, _: Field) {
        add(name, bytes: MemoryLayout<Field>.size)
    }

    private mutating func add(_ name: String, bytes: Int) {
        tsdl += tsdl.isEmpty ? "uint" : " uint"
        tsdl += String(bytes * 8)
        tsdl += "_t "
        tsdl += name
        tsdl += ";"
    }
}
