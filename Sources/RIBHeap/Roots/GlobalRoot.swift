/// A variable that lives as long as the process and leads to an object.
struct GlobalRoot {
    /// The object that it leads to.
    let object: UInt
    /// Where the reference is; the object's own address when that lies in the image itself.
    let address: UInt
    /// The variable's mangled name, or empty.
    let symbol: String
    /// Whether the variable's type says that it is a strong reference.
    let evidence: RetainEvidence
    /// When the variable is a closure, the address of its function.
    let code: UInt?

    /// Whether the variable leads there still.
    func isStillThere(memory: GuardedMemory) -> Bool {
        if address == object { return true }
        return memory.word(at: address).map { $0 & Slot.addressBits == object } ?? false
    }
}
