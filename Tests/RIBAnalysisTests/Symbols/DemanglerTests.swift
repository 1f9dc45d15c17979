// SPDX-License-Identifier: Apache-2.0

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
        ("$s5MyApp5ScoreC4showyySiYbF", "Score.show(_:)"),
        ("$sSa5MyAppE4mineyyF", "Array.mine()"),
        ("$s5MyAppyycfU_", "closure #1 in top-level code"),
        (
            "$s5MyApp6nestedL0_yyFyycfU_TA",
            "partial apply for closure #1 in nested #2 () in top-level code"
        ),
        (
            "$s5MyApp1SV5exitsyyYaFyycfU0_53$s3App0012uswift_DrJCafMX4_10_6expectfMf_7__localfMu_L_"
                + "yyYaYbKFyycfU_yycfU_",
            "closure #1 in closure #1 in macro #expect in closure #2 in S.exits()"
        ),
        (
            "$s3App50$s3App4free4TestfMp_24accessord2bd3b374af7abf2fMu_33_"
                + "DCEA22A485F0264A9F4497B76E05FC8ELLySbSv_S2VSgSutXCvpfiSbSv_SVADSutcfU_",
            "closure #1 in variable initialization expression of macro @Test"
        ),
        ("$s5MyApp7ofMusic5partsySi_tF", "ofMusic(parts:)"),
        ("_ZN3foo3barEi", "foo::bar(int)"),
        ("main", "main"),
        ("$s not a name", "$s not a name"),
        ("", ""),
    ])
    func showsNamesAsTheyStandInTheSource(mangled: String, shown: String) {
        #expect(Demangler.demangled(mangled) == shown)
    }

    @Test func leavesNamesOfUnreasonableLengthAlone() {
        let name = "$s" + String(repeating: "5MyApp", count: 10_000)
        #expect(Demangler.demangled(name) == name)
        #expect(!Demangler.isThunk(name + "TA"))
    }

    @Test(arguments: [
        "$s" + String(repeating: "Say", count: 800) + "Si" + String(repeating: "G", count: 800)
            + "D",
        "$s4main1fyySi" + String(repeating: "Sg", count: 2000) + "F",
        "$s4main1fyy" + String(repeating: "yyXE", count: 1000) + "F",
        "_Z1f" + String(repeating: "P", count: 4000) + "i",
        "_Z" + String(repeating: "N1a", count: 1300) + "E",
    ])
    func survivesNamesThatNestDeeply(_ name: String) {
        #expect(!Demangler.demangled(name).isEmpty)
        _ = Demangler.isThunk(name)
    }

    @Test func knowsThunks() {
        #expect(Demangler.isThunk("$s5MyApp5ScoreC15didBecomeActiveyyFySicfU_TA"))
        #expect(Demangler.isThunk("$s5MyApp5ScoreCAA1PA2aDP2ppyyFTW"))
        #expect(!Demangler.isThunk("$s5MyApp5ScoreC15didBecomeActiveyyF"))
        #expect(!Demangler.isThunk("main"))
    }

    @Test(arguments: [
        ("$s5MyApp5ScoreC3runyyFTj", true), ("$s5MyApp5ScoreC3runyyFTo", true),
        ("$s5MyApp5ScoreCWOe", true), ("$sytIegr_Ieg_TR", true), ("$sytIegr_Ieg_TRTA.12", true),
        ("$s5MyApp5ScoreCAA1PA2aDP2ppyyYaFTWTQ0_", true),
        ("$s5MyApp5ScoreC3runyyFyyYaYbcfU_TATQ1_", true),
        ("$s5MyApp5ScoreC3runyyYaFTQ0_", false), ("$s5MyApp5ScoreC3runyyYaFTY1_", false),
        ("$s5MyApp5ScoreC3runyyFyycfU_", false), ("WOe", false),
    ])
    func tellsWhatTheCompilerMadeFromWhatIsWritten(symbol: String, isThunk: Bool) {
        #expect(Demangler.isThunk(symbol) == isThunk)
    }
}
