// SPDX-License-Identifier: Apache-2.0

extension Array {
    /// Returns the elements in the order of their serial numbers.
    ///
    /// Sorts in place if nothing else refers to the array.
    consuming func sorted(bySerial serial: (Element) -> UInt64) -> [Element] {
        var order = self
        order.sort(bySerial: serial)
        return order
    }

    /// Sorts by serial numbers.
    ///
    /// There may be very many when a large app is judged. They are usually nearly in order, and
    /// otherwise in no order at all.
    mutating func sort(bySerial serial: (Element) -> UInt64) {
        if sortNearlySorted(bySerial: serial) { return }
        // For a few elements, tables cost more than comparisons.
        if count > 512 {
            self = dealt(bySerial: serial)
        } else {
            sort { serial($0) < serial($1) }
        }
    }

    /// Moves each element past the greater ones before it.
    ///
    /// - Returns: False if it gave up, because there were too many such moves.
    private mutating func sortNearlySorted(bySerial serial: (Element) -> UInt64) -> Bool {
        withUnsafeMutableBufferPointer { elements in
            var moves = 4 * elements.count
            for next in elements.indices.dropFirst() {
                let element = elements[next]
                let number = serial(element)
                var place = next
                while place > 0, moves > 0, serial(elements[place - 1]) > number {
                    elements[place] = elements[place - 1]
                    place -= 1
                    moves -= 1
                }
                if place < next { elements[place] = element }
                if moves == 0 { return false }
            }
            return true
        }
    }

    /// Sorts by radix: one pass for each 11 bits of the greatest number.
    private func dealt(bySerial serial: (Element) -> UInt64) -> [Element] {
        var order = self
        var dealt = self
        let greatest = reduce(0) { Swift.max($0, serial($1)) }
        let bits = UInt64.bitWidth - greatest.leadingZeroBitCount
        for shift in stride(from: 0, to: bits, by: 11) {
            order.withUnsafeBufferPointer { order in
                dealt.withUnsafeMutableBufferPointer { dealt in
                    Self.deal(order, into: dealt) { Int(serial($0) >> UInt64(shift) & 2047) }
                }
            }
            swap(&order, &dealt)
        }
        return order
    }

    /// - Parameter digit: A number below 2048.
    private static func deal(
        _ order: UnsafeBufferPointer<Element>, into dealt: UnsafeMutableBufferPointer<Element>,
        by digit: (Element) -> Int
    ) {
        var places = [Int](repeating: 0, count: 2049)
        for element in order { places[digit(element) + 1] += 1 }
        for digit in 1...2048 { places[digit] += places[digit - 1] }
        for element in order {
            let digit = digit(element)
            dealt[places[digit]] = element
            places[digit] += 1
        }
    }
}
