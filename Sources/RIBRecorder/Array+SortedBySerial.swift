extension Array {
    /// In the order of serial numbers, as `sorted` gives it.
    ///
    /// There may be very many, in no order at all, when a large app is judged: they are dealt out by
    /// 11 bits of their numbers at a time, in one pass for each 11 bits of the greatest.
    func sorted(bySerial serial: (Element) -> UInt64) -> [Element] {
        // Of few, tables cost more than comparing.
        guard count > 512 else { return sorted { serial($0) < serial($1) } }
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
