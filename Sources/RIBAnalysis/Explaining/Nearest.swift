/// What exists near an id that does not.
package enum Nearest {
    private static let most = 3

    /// The numbers nearest to one, smallest first.
    ///
    /// - Parameter numbers: Smallest first.
    static func numbers(to number: UInt64, among numbers: [UInt64]) -> [UInt64] {
        func distance(_ other: UInt64) -> UInt64 {
            other > number ? other - number : number - other
        }
        return numbers.sorted { (distance($0), $0) < (distance($1), $1) }.prefix(most).sorted()
    }

    /// The fingerprints that begin with most of the digits.
    package static func fingerprints(to digits: String, among findings: [Finding]) -> [String] {
        func common(_ fingerprint: String) -> Int {
            zip(fingerprint.utf8, digits.utf8).prefix { $0 == $1 }.count
        }
        return Array(
            findings.map(\.fingerprint.description)
                .sorted { (common($1), $0) < (common($0), $1) }.prefix(most))
    }
}
