// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct StepMergingTests {
    /// Objects of this address are Foundation's.
    private static let foundation: UInt = 1
    /// Objects of this one are the publishers' library's.
    private static let plumbing: UInt = 2

    private func merged(_ steps: (String, UInt, String)...) -> [String] {
        let path = steps.enumerated().map { index, step in
            RetainStep(
                holder: .object(type: step.0), address: step.1, label: step.2,
                target: index + 1 < steps.count ? steps[index + 1].0 : "Child",
                isInferred: false)
        }
        return StepMerging(
            isFoundation: { $0 == Self.foundation }, isPlumbing: { $0 == Self.plumbing }
        ).merged(path).map {
            guard case .object(let type) = $0.holder else { return "?" }
            return "\(type).\($0.label) → \($0.target)"
        }
    }

    @Test func aWrapperThatIsAClassIsItsProperty() {
        #expect(
            merged(("Store", 0, "_current"), ("Shared<Child>", 0, "wrappedValue"))
                == ["Store.current → Child"])
        #expect(
            merged(("Store", 0, "_current"), ("Shared<State>", 0, "wrappedValue.list[2]"))
                == ["Store.current.list[2] → Child"])
    }

    @Test func aWrapperThatIsAStructIsItsProperty() {
        #expect(merged(("Store", 0, "_child.wrappedValue")) == ["Store.child → Child"])
        #expect(merged(("Store", 0, "_children.wrappedValue[3]")) == ["Store.children[3] → Child"])
    }

    @Test func whatIsPublishedIsItsProperty() {
        #expect(
            merged(("Store", 0, "_child._storage"), ("Box", Self.plumbing, "currentValue"))
                == ["Store.child → Child"])
        #expect(
            merged(("Store", 0, "_list._storage"), ("Box", Self.plumbing, "wrappedValue.value[1]"))
                == ["Store.list[1] → Child"])
    }

    @Test func aSubscriberOfAPublishedPropertyIsASeparateStep() {
        #expect(
            merged(("Store", 0, "_child._storage"), ("Box", Self.plumbing, "receiveValue"))
                == ["Store._child._storage → Box", "Box.receiveValue → Child"])
    }

    @Test(arguments: ["current", "_current.value", "_current[0]", "__current"])
    func whatHasNoWrapperKeepsItsSteps(label: String) {
        #expect(merged(("Store", 0, label), ("Holder", 0, "wrappedValue")).count == 2)
    }

    @Test func anotherFieldThanTheValueKeepsItsStep() {
        #expect(merged(("Store", 0, "_current"), ("Shared", 0, "wrappedValues")).count == 2)
        #expect(
            merged(("Store", 0, "_child.wrappedValues")) == ["Store._child.wrappedValues → Child"])
    }

    @Test func foundationsCollectionsAreTheirProperties() {
        #expect(
            merged(
                ("Store", 0, "table"), ("NSMutableDictionary", Self.foundation, "_storage[0]"),
                ("__SwiftValue", Self.foundation, "value")) == ["Store.table[0] → Child"])
        #expect(
            merged(("Store", 0, "list"), ("NSArray", Self.foundation, "_storage[4]"))
                == ["Store.list[4] → Child"])
    }

    @Test func classesOfTheSameNamesAreNotFoundations() {
        #expect(merged(("Store", 0, "list"), ("NSArray", 0, "_storage[4]")).count == 2)
    }

    @Test func aCacheHasItSomewhere() {
        #expect(
            merged(
                ("Store", 0, "cache"), ("NSCache<NSString, Child>", Self.foundation, "_head"),
                ("NSCacheEntry<NSString, Child>", Self.foundation, "nextByCost"),
                ("NSCacheEntry<NSString, Child>", Self.foundation, "value"))
                == ["Store.cache[] → Child"])
    }

    @Test func whatAClosureCapturesKeepsItsStep() {
        let steps = [
            RetainStep(
                holder: .closure(functions: [1]), address: 0, label: "captures NSArray",
                target: "NSArray", isInferred: false),
            RetainStep(
                holder: .object(type: "NSArray"), address: Self.foundation, label: "_storage[0]",
                target: "Child", isInferred: false),
        ]
        let merging = StepMerging(isFoundation: { _ in true }, isPlumbing: { _ in false })
        #expect(merging.merged(steps) == steps)
    }

    @Test func whatIsInferredStaysSo() {
        let steps = [
            RetainStep(
                holder: .object(type: "Store"), address: 0, label: "list", target: "NSArray",
                isInferred: false),
            RetainStep(
                holder: .object(type: "NSArray"), address: Self.foundation, label: "_storage[0]",
                target: "Child", isInferred: true),
        ]
        let merging = StepMerging(isFoundation: { _ in true }, isPlumbing: { _ in false })
        #expect(merging.merged(steps).map(\.isInferred) == [true])
    }
}
