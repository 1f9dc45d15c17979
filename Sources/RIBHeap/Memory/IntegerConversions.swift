// SPDX-License-Identifier: Apache-2.0

// The conversions between integers that this module and the recorder make often. They do the same
// as the standard library's, and trap for the same values. `Int` and `UInt` have 64 bits, as the
// layouts that this module reads.
//
// A debug build specializes the standard library's generic conversion at each call, which takes the
// compiler 4 to 9 ms. Hundreds of them were a third of what the tests of a user's package waited
// for this module. A call of a plain function takes it no time, and optimized builds inline it.

extension Int {
    package init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
    package init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }
    package init(_ value: Int32) { self.init(truncatingIfNeeded: value) }
    package init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }
    package init(_ value: UInt64) { self.init(UInt(value)) }

    package init(_ value: UInt) {
        self.init(bitPattern: value)
        precondition(self >= 0, "an integer is out of range")
    }
}

extension UInt {
    package init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }
    package init(_ value: UInt64) { self.init(truncatingIfNeeded: value) }

    package init(_ value: Int) {
        precondition(value >= 0, "an integer is out of range")
        self.init(bitPattern: value)
    }
}

extension UInt32 {
    package init(_ value: Int) {
        self.init(truncatingIfNeeded: value)
        precondition(
            value >= 0 && Int(truncatingIfNeeded: self) == value, "an integer is out of range")
    }
}

extension UInt64 {
    package init(_ value: UInt) { self.init(truncatingIfNeeded: value) }
    package init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }
    package init(_ value: Int) { self.init(UInt(value)) }
}

extension Int32 {
    package init(_ value: Int) {
        self.init(truncatingIfNeeded: value)
        precondition(Int(truncatingIfNeeded: self) == value, "an integer is out of range")
    }
}
