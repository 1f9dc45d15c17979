// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// Whose code a function is, by its mangled name or its file.
@Suite struct CodeOriginTests {
    @Test(arguments: [
        ("$s3App4HomeC3runyyF", nil), ("$s11OpenCombine9PublisherP4sinkyyF", "OpenCombine"),
        ("$s4RIBs6RouterC11attachChildyyAA7Routing_pF", "RIBs"),
        ("$s9RIBsTests6ParentC3runyyF", nil),
        ("$s14RIBLeakTesting13assertNoLeaksyyF", "RIBLeakTesting"),
        ("$sSa6appendyyxnF", "Swift"), ("$ss5printyyF", "Swift"),
        ("$s10Foundation12NotificationV3runyyF", "Foundation"),
        ("$s14RIBLeakTesting19LeakCheckedTestCaseC06invokeE0yyF", "RIBLeakTesting"),
        ("main", nil), ("swift_release", nil), ("$s", nil), ("$s99", nil), ("$s0Z0", nil),
    ]) func aFunctionBelongsToItsModule(symbol: String, library: String?) {
        #expect(CodeOrigin.library(ofSymbol: symbol) == library)
    }

    @Test(arguments: [
        "$s4RIBs6RouterC3AppE4helpyyF", "$sSa3AppE4mineSiyF", "$sSa3AppSiRszlE4intsyyF",
        "$s4RIBs7RoutingP3AppE4hideyyF",
    ]) func anExtensionBelongsToTheModuleThatHasIt(symbol: String) {
        #expect(CodeOrigin.module(of: symbol) == "App")
        #expect(CodeOrigin.library(ofSymbol: symbol) == nil)
    }

    /// As the compiler mangles extensions of a module whose name repeats words of the type.
    @Test(arguments: [
        ("$s4RIBs6RouterC0B8ShoppingE04openB4ShopyyF", "RouterShopping"),
        ("$s4RIBs6RouterC0B8ShoppingE0019rawname_ohaIJBIAciayyF", "RouterShopping"),
        ("$s4RIBs6RouterC0B8ShoppingSiRszlE4intsyyF", "RouterShopping"),
        ("$sSa14RouterShopping4RIBs7Routing_pRszlE7routersyyF", "RouterShopping"),
        ("$s14RouterShopping04ShopA0C06invokecA0yyAC_4RIBs7Routing_pAeF_ptF", "RouterShopping"),
        ("$s14RouterShopping04ShopA0C007ber_goayyF", "RouterShopping"),
    ]) func aNameThatRepeatsWordsIsReadWhole(symbol: String, module: String) {
        #expect(CodeOrigin.module(of: symbol) == module)
    }

    @Test(arguments: [
        ("$s11OpenCombine9PublisherP4RIBsE4sink2inyqd___tlF", "RIBs"),
        ("$s11OpenCombine9PublisherP4RIBss5NeverO7FailureRtzrlE4sink2inyqd___tlF", "RIBs"),
        ("$s11OpenCombine9PublisherPAAs5NeverO7FailureRtzrlE4sink7receiveyyF", "OpenCombine"),
        ("$s11OpenCombine9PublisherP3Apps5NeverO7FailureRtzrlE4bindyyF", nil),
    ]) func anExtensionForSomeTypesBelongsToTheModuleThatHasIt(symbol: String, library: String?) {
        #expect(CodeOrigin.library(ofSymbol: symbol) == library)
    }

    @Test(arguments: [
        ("Sources/App/Home.swift", nil), ("/home/me/app/Sources/App/Home.swift", nil),
        (".build/checkouts/OpenCombine/Sources/OpenCombine/Map.swift", "OpenCombine"),
        ("/x/SourcePackages/checkouts/RxSwift/RxSwift/Map.swift", "RxSwift"),
        ("/x/DerivedData/App/Build/DerivedSources/Assets.swift", "generated code"),
        (".build/debug/AppPackageTests.derived/runner.swift", "generated code"),
        ("/tmp/@__swiftmacro_7Testing4TestfMp_.swift", "a macro"),
        ("/usr/lib/swift/linux/Swift.swift", "Swift"),
        ("/home/build-user/swift/stdlib/public/core/Array.swift", "Swift"),
    ]) func aFileBelongsToWhatItsFolderIsOf(file: String, library: String?) {
        #expect(CodeOrigin.library(ofFile: file) == library)
    }
}
