import Testing

@testable import RIBAnalysis

@Suite struct DemanglerTests {
    @Test(arguments: [
        (
            "$s5MyApp5ScoreC15didBecomeActiveyyFySicfU_",
            "closure #1 in Score.didBecomeActive()"
        ),
        ("$s5MyApp4DeepC6secret33_C3ECF520E5F5219ECA24122BC8620072LLyyF", "Deep.secret()"),
        ("$s5MyApp5ScoreC4makeyACxlFZ", "static Score.make<A>(_:)"),
        ("$sSa5MyAppE4mineyyF", "Array.mine()"),
        ("_ZN3foo3barEi", "foo::bar(int)"),
        ("main", "main"),
        ("$s not a name", "$s not a name"),
        ("", ""),
    ])
    func showsNamesAsTheyStandInTheSource(mangled: String, shown: String) {
        #expect(Demangler.runtime.demangled(mangled) == shown)
    }

    @Test func leavesNamesOfUnreasonableLengthAlone() {
        let name = "$s" + String(repeating: "5MyApp", count: 10_000)
        #expect(Demangler.runtime.demangled(name) == name)
        #expect(!Demangler.runtime.isThunk(name + "TA"))
    }

    @Test func knowsThunks() {
        #expect(Demangler.runtime.isThunk("$s5MyApp5ScoreC15didBecomeActiveyyFySicfU_TA"))
        #expect(Demangler.runtime.isThunk("$s5MyApp5ScoreCAA1PA2aDP2ppyyFTW"))
        #expect(!Demangler.runtime.isThunk("$s5MyApp5ScoreC15didBecomeActiveyyF"))
        #expect(!Demangler.runtime.isThunk("main"))
    }
}
