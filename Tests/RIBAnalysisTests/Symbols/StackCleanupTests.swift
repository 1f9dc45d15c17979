// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

@Suite struct StackCleanupTests {
    private func frame(
        _ symbol: String?, file: String? = "A.swift", line: Int? = 1, module: String = "app"
    ) -> SymbolizedFrame {
        SymbolizedFrame(
            frame: StackFrame(
                function: symbol, file: file, line: file == nil ? nil : line, module: module,
                offset: 16),
            symbol: symbol)
    }

    private func names(_ frames: [SymbolizedFrame]) -> [String?] {
        frames.tidied.map(\.function)
    }

    @Test func dropsTheRecordingsOwnFrames() {
        let stack = [
            frame("unw_backtrace", file: nil, module: "libunwind.so.8"),
            frame("ribleak_capture"),
            frame("$s11RIBRecorder8RecorderC7captureyyF"),
            frame("$ss20withUnsafeTemporary"),
            frame("$s4RIBs6RouterC11detachChildyyF"),
            frame("$s5MyApp6RouterC7detachyyF"),
            frame("$s4RIBs10InteractorC8activateyyF"),
            frame("main"),
        ]
        #expect(names(stack) == ["$s5MyApp6RouterC7detachyyF", "main"])
    }

    @Test func dropsExtensionsOfOtherModulesByTheRuntime() {
        let stack = [
            frame("$s10OpenCombine9PublisherP4RIBss5NeverO7FailureRtzrlE4sink2inyqd___tlF"),
            frame("$s10OpenCombine9PublisherP4RIBsE4sink2inyqd___tlF"),
            frame("$s5MyApp1AC3runyyF"), frame("main"),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF", "main"])
    }

    @Test(arguments: [
        ("$s10Foundation15NSRecursiveLockC7RxSwiftE13performLockedyxxyXElF", false),
        ("$s10Foundation15NSRecursiveLockC5MyAppE13performLockedyxxyXElF", true),
        ("$s7RxSwift15BehaviorSubjectC2onyyAA5EventOyxGF", false), ("$s5MyApp1AC3runyyF", true),
    ]) func whatALibraryOfStreamsAddsToOthersTypesIsNotTheProjects(symbol: String, isOwn: Bool) {
        #expect(frame(symbol).isOfProject == isOwn)
    }

    @Test func keepsModulesWithSimilarNames() {
        let stack = [frame("$s9RIBsTests1AC3runyyF"), frame("$s5RIBsX1AC3runyyF")]
        #expect(names(stack) == ["$s9RIBsTests1AC3runyyF", "$s5RIBsX1AC3runyyF"])
    }

    @Test func keepsLibraryFramesThatLeadToNoRecording() {
        let stack = [frame("$ss5print_yypd_tF"), frame("$s5MyApp1AC3runyyF")]
        #expect(names(stack) == ["$ss5print_yypd_tF", "$s5MyApp1AC3runyyF"])
    }

    @Test func endsAtMain() {
        let stack = [
            frame("$s5MyApp1AC3runyyF"), frame("main"),
            frame("__libc_init_first", file: nil, module: "libc.so.6"), frame("_start", file: nil),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF", "main"])
    }

    @Test func endsBeforeTheStartOfAThread() {
        let stack = [
            frame("$s5MyApp1AC3runyyF"),
            frame("_dispatch_worker_thread", file: nil, module: "libdispatch.so"),
            frame("start_thread", file: nil, module: "libc.so.6"),
            frame("clone3@@GLIBC_2.34", file: nil, module: "libc.so.6"),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF"])
    }

    @Test func dropsThunksThatHaveNoFile() {
        let thunk = "$s5MyApp5ScoreC15didBecomeActiveyyFySicfU_TA"
        let stack = [
            frame("$s5MyApp1AC3runyyF"), frame(thunk, file: nil), frame(thunk, file: nil),
            frame(thunk), frame("main"),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF", thunk, "main"])
    }

    @Test func namesAForwarderByWhatTheOptimizerPutIntoIt() {
        let forwarder = SymbolizedFrame(
            frame: StackFrame(
                function: "partial apply for closure #1 in Home.load()", file: nil, line: nil,
                module: "app", offset: 16),
            symbol: "$s5MyApp4HomeC4loadyyFyycfU_TA")
        var written = frame("$s5MyApp4HomeC4loadyyFyycfU_")
        #expect(names([forwarder, frame("main")]) == ["closure #1 in Home.load()", "main"])
        written = written.named("closure #1 in Home.load()")
        #expect(
            [written, forwarder, frame("main")].tidied.map(\.file)
                == ["A.swift", "A.swift"])
    }

    @Test func saysOfMergedFunctionsThatTheyAreOneOfSeveral() {
        let merged = frame("$s5MyApp4HomeC4loadyyFTm", file: nil)
        let library = frame("$s11OpenCombine7SubjectC4sendyyFTm", file: nil)
        #expect(
            names([library, merged, frame("main")]) == [
                "$s11OpenCombine7SubjectC4sendyyFTm",
                "one of several like $s5MyApp4HomeC4loadyyFTm", "main",
            ])
    }

    @Test func dropsAllocatorsAndDeallocatorsAroundWhatIsWritten() {
        let stack = [
            frame("$s5MyApp4DeepCACycfc"), frame("$s5MyApp4DeepCACycfC", line: nil),
            frame("$s5MyApp4DeepCfd", line: nil), frame("$s5MyApp4DeepCfD", line: nil),
            frame("$s5MyApp5ScoreCfD", line: nil), frame("main"),
        ]
        #expect(
            names(stack) == [
                "$s5MyApp4DeepCACycfc", "$s5MyApp4DeepCfd", "$s5MyApp5ScoreCfD", "main",
            ])
    }

    @Test func dropsRibleakBetweenFramesOfTheProject() {
        let stack = [
            frame("$s5MyApp5ScoreC15didBecomeActiveyyF"),
            frame("$s4RIBs10InteractorC8activateyyFyyXEfU_"),
            frame("$s11RIBRecorder8RecorderC11attributing2to_xtlF"),
            frame("$s4RIBs6RouterC11attachChildyyF"),
            frame("$s5MyApp6RouterC5routeyyF"),
            frame("$s14RIBLeakTesting13assertNoLeaksyyyyXEF"),
            frame("$s4RIBs6RouterC5MyAppE4openyyF"),
        ]
        #expect(
            names(stack) == [
                "$s5MyApp5ScoreC15didBecomeActiveyyF", "$s5MyApp6RouterC5routeyyF",
                "$s4RIBs6RouterC5MyAppE4openyyF",
            ])
    }

    @Test func dropsWhatRunsTestsTasksAndQueues() {
        let stack = [
            frame("$s5MyApp1AC3runyyF"),
            frame("$sScM14assumeIsolatedyyF", file: nil),
            frame("swift_job_run", file: nil, module: "libswift_Concurrency.so"),
            frame("_dispatch_worker_thread", file: nil, module: "libdispatch.so"),
            frame("__CFRunLoopRun", file: nil, module: "libFoundation.so"),
            frame("$s5MyApp1AC4waityyF"),
            frame("$s6XCTest0A4CaseC10invokeTestyyF", file: nil, module: "libXCTest.so"),
            frame(nil, file: nil, module: "libTesting.so"),
            frame("$s7Testing6RunnerV3runyyF", file: nil),
            frame("_swift_release_dealloc", file: nil, module: "libswiftCore.so"),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF", "$s5MyApp1AC4waityyF"])
    }

    @Test func keepsWhatTheProjectAddsToTasksQueuesAndTests() {
        let stack = [
            frame("$sScT5MyAppE3runyyF"), frame("$sSo17OS_dispatch_queueC5MyAppE5laterF"),
            frame("$s6XCTest0A4CaseC5MyAppE4openyyF"), frame("dispatch_to_the_store"),
        ]
        #expect(names(stack).count == 3)
        #expect(!names(stack).contains("dispatch_to_the_store"))
    }

    @Test func dropsWhatMacrosAndBuildSystemsWrote() {
        let macro = "/tmp/swift-generated-sources/@__swiftmacro_5MyApp4load4TestfMp_.swift"
        let stack = [
            frame("$s5MyApp1AC3runyyF"),
            frame("$s5MyApp4load4TestfMp_7__localfMu0_", file: macro),
            frame("$s5MyApp6TestsC10__allTestsfu_", file: "/b/MyAppTests.derived/all.swift"),
            frame("closure #1 in freestanding macro expansion #1 of expect", file: nil),
            frame("$s5MyApp1AC4loadyyF"),
        ]
        #expect(names(stack) == ["$s5MyApp1AC3runyyF", "$s5MyApp1AC4loadyyF"])
    }

    @Test func namesFunctionsAsTheyAreWritten() {
        func frame(_ function: String, _ symbol: String) -> SymbolizedFrame {
            SymbolizedFrame(
                frame: StackFrame(
                    function: function, file: "A.swift", line: 1, module: "app", offset: 16),
                symbol: symbol)
        }
        let stack = [
            frame("Cart.init(of:)", "$s5MyApp4CartC2ofACSi_tcfc"),
            frame("Cart.__allocating_init(of:)", "$s5MyApp4CartC2ofACSi_tcfC"),
            frame("specialized Builder.build()", "$s5MyApp7BuilderV5buildyyFTf4d_n"),
            frame("(2) await resume partial function for Shop.open()", "$s5MyApp4ShopCTQ1_"),
            frame("Shop.__allocating_init()", "$s5MyApp4ShopCACycfC"),
        ]
        #expect(
            names(stack) == ["Cart.init(of:)", "Builder.build()", "Shop.open()", "Shop.init()"])
    }

    /// The name tells a line, which would make another mistake of the same one after an edit.
    @Test func whatAMacroNamedIsNoFunctionOfTheProject() {
        let expansion = SymbolizedFrame(
            frame: StackFrame(
                function: "closure #1 in freestanding macro expansion #1 of expect in module "
                    + "ShopTests file ShopTests.swift line 13 column 9",
                file: "/tmp/@__swiftmacro_9ShopTests.swift", line: 3, module: "app", offset: 16),
            symbol: "$s9ShopTests6expectfMf_yyXEfU_")
        #expect(!expansion.isOfProject)
        #expect(frame("$s9ShopTests0A2STV8expectedyyF").isOfProject)
    }

    @Test func showsAFunctionOnceOfWhichAlsoTheForwarderWasLookedUp() {
        let closure = frame("$s5MyApp4HomeC4loadyyFyycfU_", line: 7)
        let target = frame("$s5MyApp4HomeC4loadyyFyycfU_", line: 5)
        let forwarder = frame("$s5MyApp4HomeC4loadyyFyycfU_TA", file: nil)
        let stack = [
            closure, frame("$sIeg_ytIegr_TR", file: nil), target, forwarder, frame("main"),
        ]
        #expect(stack.tidied.map(\.line) == [7, 1])
        #expect([target, forwarder, frame("main")].tidied.map(\.line) == [5, 1])
    }

    @Test func endsBeforeEntryPointsThatNobodyWrote() {
        let stack = [
            frame("$s5MyApp1AC4mainyyFZ"), frame("$s5MyApp1AC5$mainyyFZ", file: nil),
            frame("main", line: nil), frame("my_app_main", line: nil),
            frame("__libc_init_first", file: nil, module: "libc.so.6"),
            frame("_start", file: nil),
        ]
        #expect(names(stack) == ["$s5MyApp1AC4mainyyFZ"])
        #expect(names([frame("run"), frame("tool_main")]) == ["run", "tool_main"])
    }

    @Test(arguments: [
        ("main", true), ("clone3@@GLIBC_2.34", true), ("_start", true), ("tool_main", false),
        ("qsort_r", false), (nil, false),
    ])
    func knowsAStackThatBeginsWhereItsThreadDoes(outermost: String?, isWhole: Bool) {
        let stack = [frame("$s5MyApp1AC3runyyF"), frame(outermost, file: nil)]
        #expect(stack.reachesStart == isWhole)
    }

    @Test func keepsTheFrameThatTellsMostRatherThanNothing() {
        let recording = [
            frame("$s4RIBs10InteractorC8activateyyF"), frame("$s4RIBs6RouterC4loadyyF"),
            frame("_start"),
        ]
        #expect(names(recording) == ["$s4RIBs6RouterC4loadyyF"])
        let thread = [
            frame(nil, file: nil, module: "libdispatch.so"),
            frame("start_thread", file: nil, module: "libc.so.6"),
        ]
        #expect(names(thread) == ["start_thread"])
        #expect(names([]) == [])
    }

    @Test(arguments: [
        "$s11OpenCombine7SubjectC4sendyyF", "$s7RxSwift14PublishSubjectC6onNextyyxF",
        "$s7RxRelay08BehaviorB0C6acceptyyxF", "$s7RxCocoa6DriverC5driveyyF",
    ])
    func functionsOfLibrariesOfStreamsAreNotTheProjects(symbol: String) {
        #expect(!frame(symbol).isOfProject)
        #expect(frame(symbol).isOfLibraries)
    }

    @Test func keepsFramesWithoutNames() {
        let stack = [frame(nil, file: nil), frame(nil, file: nil, module: "?")]
        #expect(stack.tidied.map(\.module) == ["app", "?"])
    }
}
