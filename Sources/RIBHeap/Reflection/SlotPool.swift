/// The slots of all types, with what they are called.
///
/// Slots lie in memory that needs no count of references, since the walk reads them at each object.
final class SlotPool {
    /// An enum whose payloads have slots.
    struct Cases {
        let type: RemoteMirror.TypeReference
        /// In bytes.
        let size: Int
        /// By the number of the case; those without payload come last and are left out.
        let slots: [SlotRange]
    }

    private(set) var slots: UnsafeMutablePointer<Slot>
    private var capacity = 1024
    private var count = 0
    /// How each slot is reached from its object or value: `state.child`.
    private(set) var labels: [String] = []
    private(set) var cases: [Cases] = []

    init() {
        slots = .allocate(capacity: capacity)
    }

    deinit { slots.deallocate() }

    /// Adds a row of slots.
    func add(_ row: [(slot: Slot, label: String)]) -> SlotRange {
        while count + row.count > capacity { grow() }
        let start = count
        for (slot, label) in row {
            (slots + count).initialize(to: slot)
            labels.append(label)
            count += 1
        }
        return SlotRange(start: UInt32(start), count: UInt32(row.count))
    }

    /// Adds an enum and returns its number.
    func add(_ cases: Cases) -> UInt32 {
        self.cases.append(cases)
        return UInt32(self.cases.count - 1)
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Slot>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: slots, count: count)
        slots.deallocate()
        slots = larger
        capacity *= 2
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
