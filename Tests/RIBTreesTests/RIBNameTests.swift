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
        #expect(RIBName(type: type).description == name)
    }
}
