/// What a lock protects that is there for what its closures do.
///
/// Not `Void`: a value without a size has its object's own address, and thread sanitizer takes each
/// look at the object for one at the value.
package struct LockOnly: Sendable {
    private let occupied = true

    package init() {}
}
