// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBTrees

@Suite struct RIBNameTests {
    @Test(arguments: [
        ("OffGameRouter", "OffGame"), ("HomeRouter<Mock>", "Home"), ("CounterRIB", "Counter"),
        ("CounterStateContainer", "Counter"), ("CounterViewContainer", "Counter"),
        ("CounterPublisherContainer", "Counter"), ("CounterContainer", "Counter"),
        ("RIB", "RIB"), ("Counter", "Counter"),
    ])
    func itIsTheTypesNameWithoutItsRole(type: String, name: String) {
        #expect(type.ribName == name)
    }

    @Test func aNameOfMoreThan256BytesIsCut() {
        let name = String(repeating: "x", count: 256)
        #expect((name + "Router").ribName == name)
        #expect((name + "yRouter").ribName == name + "…")
    }

    @Test(arguments: [
        ("HomeRouter<Mock>", "HomeRouter"), ("<", ""), ("", ""), ("Ünïcödé", "Ünïcödé"),
    ])
    func argumentsOfATypeAreCutOff(type: String, name: String) {
        #expect(type.withoutGenericArguments == name)
    }
}
