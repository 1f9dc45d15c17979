/// Something that is no object and leads to one.
struct HeapRoot {
    /// The object that it leads to.
    let object: UInt
    /// What it is: a variable by its symbol, a stack by its thread.
    let holder: RetainStep.Holder
    /// Where the reference is; the object's own address when that lies in an image itself.
    let address: UInt
    let evidence: RetainEvidence
    /// When the reference is a closure's context, the address of its function.
    let code: UInt?

    /// Whether it leads there still.
    func isStillThere(memory: GuardedMemory) -> Bool {
        if address == object { return true }
        return memory.word(at: address).map { $0 & Slot.addressBits == object } ?? false
    }
}
