// SPDX-License-Identifier: Apache-2.0

extension TypeTable {
    /// Whether an object holds what its initializer gets by a label, itself or by what it makes of
    /// that.
    package func holds(argument label: String, of name: String) -> Bool {
        var open = [(name, label)]
        // Types that make each other; a limit, because sources may say so in a circle.
        for _ in 0..<32 {
            guard let (name, label) = open.popLast() else { return false }
            guard let type = type(name) else {
                if !declares(name), isForeignHolder(name, of: label) { return true }
                continue
            }
            let initializers = parts(of: name).flatMap(\.methods).filter { $0.name == "init" }
            if initializers.isEmpty {
                if type.kind == .struct, isHeld(label, by: name) { return true }
                if type.kind == .class { type.inherited.first.map { open.append(($0, label)) } }
            }
            for kept in initializers.flatMap(\.keptParameters) where kept.label == label {
                if let property = kept.property {
                    guard isHeld(property, by: name) else { continue }
                    guard let maker = kept.maker else { return true }
                    open.append((maker, kept.makerLabel))
                } else if let superclass = type.inherited.first {
                    open.append((superclass, kept.makerLabel))
                }
            }
        }
        return false
    }

    /// Whether a base class of RIBs holds it.
    private func isForeignHolder(_ name: String, of label: String) -> Bool {
        guard label == "dependency", let role = role(of: name) else { return false }
        return role == .builder || role == .component
    }

    /// Whether a property holds what it gets.
    private func isHeld(_ property: String, by name: String) -> Bool {
        guard let property = self.property(property, of: name) else { return false }
        return property.isStored && property.ownership == .strong && !property.isWrapped
    }
}
