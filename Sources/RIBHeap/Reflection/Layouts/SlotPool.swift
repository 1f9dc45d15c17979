/// The slots of all types, with what they are called.
final class SlotPool {
    /// An enum whose payloads have slots.
    struct Cases {
        let type: RemoteMirror.TypeReference
        /// In bytes.
        let size: Int
        /// By the number of the case; those without payload come last and are left out.
        let slots: [SlotRange]
    }

    let slots = FlatList<Slot>()
    /// How each slot is reached from its object or value: `state.child`.
    private(set) var labels: [String] = []
    /// Of each slot that is a field of an object, the class that declares the field, by the address of
    /// its metadata; 0 for any other slot.
    private(set) var declarers: [UInt] = []
    private(set) var cases: [Cases] = []

    /// Adds a row of slots.
    ///
    /// - Parameter declarers: Of each, the class that declares it; empty when no class does.
    func add(_ row: [(slot: Slot, label: String)], declaredBy declarers: [UInt] = []) -> SlotRange {
        let start = slots.count
        for (index, (slot, label)) in row.enumerated() {
            slots.append(slot)
            labels.append(label)
            self.declarers.append(declarers.indices.contains(index) ? declarers[index] : 0)
        }
        return SlotRange(start: UInt32(start), count: UInt32(row.count))
    }

    /// Adds an enum and returns its number.
    func add(_ cases: Cases) -> UInt32 {
        self.cases.append(cases)
        return UInt32(self.cases.count - 1)
    }
}

extension SlotPool {
    /// How many bytes from a slot's place on have to be known to follow it.
    func size(of slot: Slot) -> UInt32 {
        switch slot.kind {
        case .reference: return 8
        case .function: return 16
        case .existential: return 32
        case .cases: return UInt32(cases[Int(slot.detail)].size)
        }
    }
}
