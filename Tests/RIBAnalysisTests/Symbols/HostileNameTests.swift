// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// Linker names whose demangled form is longer than any memory: a name can say "the same again" of
/// a part, and of what that makes again, so that each few letters double it.
@Suite struct HostileNameTests {
    @Test(arguments: [8, 16, 40, 200])
    func aSwiftNameThatDoublesItselfIsShownAsItIs(levels: Int) {
        let name = swiftName(levels: levels)
        #expect(Demangler.demangled(name).utf8.count <= 16_384)
        #expect(levels < 16 || Demangler.demangled(name) == name)
        _ = Demangler.isThunk(name)
    }

    @Test(arguments: [8, 16, 40, 200])
    func aCPlusPlusNameThatDoublesItselfIsShownAsItIs(levels: Int) {
        // f(A<X, X>, B<A<X, X>, A<X, X>>, …): S_ is the first part, S0_ the second and so on.
        var name = "_Z1f1AIiiE"
        for level in 0..<levels {
            let part = level == 0 ? "S0_" : "S\(base36(level * 2))_"
            name += "1BI\(part)\(part)E"
        }
        #expect(Demangler.demangled(name).utf8.count <= 16_384)
    }

    @Test func aLongNameThatRepeatsALongWordBelongsToNoModule() {
        let word = String(repeating: "a", count: 500_000)
        let name = "$s500000\(word)0\(String(repeating: "a", count: 500_000))"
        #expect(CodeOrigin.module(of: name) == nil)
        #expect(CodeOrigin.module(of: "$s4Home4load") == "Home")
    }

    @Test func aNameWithTheUsualRepetitionsIsDemangled() {
        let usual = [
            "$s12ribleak_demo10WebServiceC13createAccount4name8password11OpenCombine12AnyPublisherV"
                + "yAA4UserVAA0cD5ErrorOGSS_SStF",
            "$s14ArgumentParser4FlagV7initial4helpACySayqd__GGAFSg_AA0A4HelpVSgtcAFRszAA010Enume"
                + "rableC0Rd__lu33_4A276EFEBCBB2C9B65ADA202F321CCEALlfcAA0A3SetVAA8InputKeyVcfU_",
        ]
        for name in usual { #expect(Demangler.demangled(name) != name) }
        #expect(
            Demangler.demangled("_ZNSt6vectorIiSaIiEE9push_backERKi").hasPrefix(
                "std::vector<int"))
    }

    /// `b: [X: X]` in module `a`, where X is again such a dictionary.
    private func swiftName(levels: Int) -> String {
        var type = "SDySiSiG"
        for level in 0..<levels {
            let index = level + 2
            let again =
                index < 26
                ? "A\(Character(Unicode.Scalar(UInt8(65 + index))))"
                : index == 26 ? "A_" : "A\(index - 27)_"
            type = "SDy\(type)\(again)G"
        }
        return "$s1a1b\(type)vp"
    }

    private func base36(_ number: Int) -> String {
        String(number, radix: 36, uppercase: true)
    }
}
