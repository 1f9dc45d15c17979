/// Something that is no object and leads to one.
struct HeapRoot {
    /// The object that it leads to.
    let object: UInt
    /// What it is: a variable by its symbol, a stack by its thread.
    let holder: RetainStep.Holder
    /// Where the reference is; the object's own address when that lies in an image itself.
    let address: UInt
    let evidence: RetainEvidence
    /// When the reference is a closure's context, the address of its function; when a task holds it, those that the
    /// task is in. Asked only for the roots of paths: to find them may mean to go through a whole stack.
    var functions: () -> [UInt] = { [] }
    /// Whether a task holds it.
    var isOfTask = false
    /// What the place is called, in the words of the holder; empty where the holder is the reference.
    var label = ""
    /// The address of the object that the reference is in, or whose memory has it, if it is one's.
    var owner: UInt?

    /// The bits that count where no type says what a word is.
    private static let inferredBits: UInt = 0x7FFF_FFFF_FFF0

    /// Whether it leads there still.
    func isStillThere(memory: GuardedMemory) -> Bool {
        if address == object { return true }
        guard let word = memory.word(at: address) else { return false }
        // Bits that an address leaves free may say something else.
        return [word & Slot.addressBits, word & Self.inferredBits].contains(object)
    }
}
