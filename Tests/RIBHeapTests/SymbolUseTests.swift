// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct SymbolUseTests {
    @Test(arguments: [
        "$s3App5StoreC6sharedACvpZ", "$s3App5childAA5ChildCSgvp",
        "$s3App5StoreC6sharedACvpZTv_r", "$s3App5StoreC6sharedACvpZTv12_r",
        // A structure and an enum whose names end as a type of the standard library is encoded, a
        // pair of a number and a child, a closure that takes a number.
        "$s3App3gpsAA3GPSVvp", "$s3App3dnsAA3DNSOSgvp", "$s3App5StoreC4pairSi_AA5ChildCSgtvpZ",
        "$s3App5onTapySicSgvp",
    ])
    func variablesMayHoldObjects(symbol: String) {
        #expect(SymbolUse(symbol) == .variable)
    }

    @Test(arguments: [
        "$s3App5StoreC5childAA5ChildCSgXwvpZ", "$s3App5StoreC5childAA5ChildCXovpZ",
        "$s3App5StoreC7pointerSvSgvpZ", "$s3App5StoreC7pointerSVvpZ",
        "$s3App5StoreC9unmanageds9UnmanagedVyAA5ChildCGSgvpZ", "$s3App4lastSOSgvp",
        "$s3App4lastSO_SitSgvp", "$s3App4lastSO2id_Si5counttSgvp", "$s3App4words6UInt64Vvp",
        "$s3App4slotSpyAA5ChildCGSgvp", "$s3App5StoreC5childAA5ChildCXuvpZ",
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
