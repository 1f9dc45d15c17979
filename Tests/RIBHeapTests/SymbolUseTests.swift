// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct SymbolUseTests {
    @Test(arguments: [
        "$s3App5StoreC6sharedACvpZ", "$s3App5childAA5ChildCSgvp",
        "$s3App5StoreC6sharedACvpZTv_r", "$s3App5StoreC6sharedACvpZTv12_r",
    ])
    func variablesMayHoldObjects(symbol: String) {
        #expect(SymbolUse(symbol) == .variable)
    }

    @Test(arguments: [
        "$s3App5StoreC5childAA5ChildCSgXwvpZ", "$s3App5StoreC5childAA5ChildCXovpZ",
        "$s3App5StoreC7pointerSvSgvpZ", "$s3App5StoreC7pointerSVvpZ",
        "$s3App5StoreC9unmanageds9UnmanagedVyAA5ChildCGSgvpZ",
    ])
    func variablesOfOtherTypesHoldNone(symbol: String) {
        #expect(SymbolUse(symbol) == .none)
        #expect(SymbolUse("$s3App5childAA5ChildCSgvp") == .variable)
    }

    @Test(arguments: ["$s3App5StoreCN", "$s3App5StoreC6shared_Wz", "$s3App5StoreCML", "$s3App"])
    func recordsOfTheRuntimeHoldNone(symbol: String) {
        #expect(SymbolUse(symbol) == .none)
        #expect(SymbolUse("$s3App5StoreC6sharedACvpZ") == .variable)
    }

    @Test(arguments: ["", "_dispatch_main_q", "vp"])
    func ofOthersNothingIsKnown(symbol: String) {
        #expect(SymbolUse(symbol) == .unknown)
    }
}
