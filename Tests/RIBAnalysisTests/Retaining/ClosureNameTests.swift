// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBAnalysis

/// What the closure of a method reference is called, by what its code calls.
@Suite struct ClosureNameTests {
    private static let reference =
        "implicit closure #2 in implicit closure #1 in Home.didBecomeActive()"

    private struct Code {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        var addresses: [ImageAddress] = []

        /// Adds an address with its functions, innermost inlined one first.
        mutating func add(_ functions: SymbolizedFrame...) {
            let address = ImageAddress(path: "/app", buildID: "", offset: UInt64(addresses.count))
            addresses.append(address)
            frames[address] = functions
        }

        func name(capturing types: [String] = ["Home", "Base"]) -> ClosureName? {
            ClosureName(
                at: addresses, capturing: types, with: Symbolication(frames: frames, caveats: []))
        }
    }

    private static func frame(
        _ function: String, _ symbol: String, line: Int? = 1, file: String? = "Home.swift"
    ) -> SymbolizedFrame {
        SymbolizedFrame(
            frame: StackFrame(
                function: function, file: file, line: line, module: "app", offset: 0,
                library: file.flatMap(CodeOrigin.library(ofFile:))
                    ?? CodeOrigin.library(ofSymbol: symbol)),
            symbol: symbol)
    }

    private let closure = frame(reference, "$s3App4HomeC4loadyyFySicACcfu_ySicfu0_", line: 7)
    private let forwarder = frame(
        "partial apply for \(reference)", "$s3App4HomeC4loadyyFySicACcfu_ySicfu0_TA", line: nil)
    private let show = frame("Home.show(_:)", "$s3App4HomeC4showyySiF", line: 20)

    /// A closure with the place of one call, and what that is of.
    private func name(_ place: [SymbolizedFrame], _ called: SymbolizedFrame...) -> String? {
        var code = Code()
        code.add(closure, forwarder)
        for called in called {
            code.frames[ImageAddress(path: "/app", buildID: "", offset: 0)] = [closure, forwarder]
            let address = ImageAddress(
                path: "/app", buildID: "", offset: UInt64(code.addresses.count))
            code.addresses.append(address)
            code.frames[address] = place
            code.add(called)
        }
        return code.name()?.text
    }

    @Test func aClosureWithoutALineIsWhereItBegins() {
        // As optimized code has it: of the closure, only the beginning is known.
        let closure = SymbolizedFrame(
            frame: StackFrame(
                function: "closure #1 in Home.didBecomeActive()", file: nil, line: nil,
                module: "app", offset: 0),
            symbol: "$s3App4HomeC15didBecomeActiveyyFyycfU_", startLine: 19,
            startFile: "Home.swift")
        var code = Code()
        code.add(closure)
        #expect(code.name()?.file == "Home.swift")
        #expect(code.name()?.line == 19)
        #expect(code.name()?.text == "closure #1 in Home.didBecomeActive()")
    }

    @Test func aSpecializedClosureIsNamedAsItIsWritten() {
        var code = Code()
        code.add(
            Self.frame(
                "specialized closure #1 in Binding.init<A>(_:_:)", "$s3App7BindingVTf4n_n"))
        #expect(code.name()?.text == "closure #1 in Binding.init<A>(_:_:)")
    }

    @Test func aMethodThatIsHandedOverIsNamed() {
        var code = Code()
        code.add(closure, forwarder)
        // The forwarder's call of the closure comes first.
        code.add(closure, forwarder)
        code.add(closure)
        code.add(closure)
        code.add(show)
        let name = code.name()
        #expect(name?.text == "method reference Home.show(_:)")
        #expect(name?.line == 7)
        #expect(name?.isMethodReference == true)
    }

    @Test func aMethodOfASuperclassIsNamed() {
        #expect(
            name([closure, forwarder], Self.frame("Base.show(_:)", "$s3App4BaseC4showyySiF"))
                == "method reference Base.show(_:)")
    }

    @Test func aMethodThatWasPutIntoTheClosureIsNamed() {
        let other = Self.frame("Home.use()", "$s3App4HomeC3useyyF")
        #expect(name([show, closure, forwarder], other) == "method reference Home.show(_:)")
    }

    @Test func aSpecializedMethodIsNamedAsItIsWritten() {
        let method = Self.frame("specialized Home.show(_:)", "$s3App4HomeC4showyySiFTf4nd_n")
        #expect(name([closure, forwarder], method) == "method reference Home.show(_:)")
    }

    private static let unknown = "method reference in Home.didBecomeActive()"

    @Test(arguments: [
        frame("Other.show(_:)", "$s3App5OtherC4showyySiF"),
        frame("closure #1 in Home.show(_:)", "$s3App4HomeC4showyySiFyycfU_"),
        frame("Home.number.getter", "$s3App4HomeC6numberSivg"),
        frame("Home.__allocating_init()", "$s3App4HomeCACycfC"),
        frame("static Home.make()", "$s3App4HomeC4makeyyFZ"),
        frame("Home.go()", "$s3App4HomeC2goyyFTm"),
        frame("show(_:)", "$s3App4showyySiF"),
        frame("Home.shared()", "$s3App4HomeC6sharedyyF", line: nil),
        frame("Home.track()", "$s3App4HomeC4RIBsE5trackyyF"),
    ]) func whatIsNoMethodOfTheObjectIsNotNamed(called: SymbolizedFrame) {
        #expect(name([closure, forwarder], called) == Self.unknown)
    }

    @Test func betweenTwoMethodsNothingIsGuessed() {
        let other = Self.frame("Home.hide()", "$s3App4HomeC4hideyyF")
        #expect(name([closure, forwarder], show, other) == Self.unknown)
        #expect(name([closure, forwarder], show, show) == "method reference Home.show(_:)")
    }

    @Test func callsOfWhatIsNotTheClosureDoNotMatter() {
        // Of a method that was called in turn, and of a closure with the same code.
        #expect(name([show, forwarder], show) == Self.unknown)
        let other = Self.frame(
            "implicit closure #2 in implicit closure #1 in Home.go()",
            "$s3App4HomeC2goyyFySicACcfu_ySicfu0_")
        #expect(name([other, forwarder], show) == Self.unknown)
    }

    @Test func withoutInformationForDebuggersNothingIsGuessed() {
        let bare = Self.frame(Self.reference, "$s3App4HomeC4loadyyFySicACcfu_ySicfu0_", file: nil)
        #expect(name([bare, forwarder], show) == Self.unknown)
    }

    @Test func aForwarderAloneShowsWhereTheMethodIsHandedOver() {
        var code = Code()
        code.add(forwarder)
        #expect(code.name()?.text == Self.unknown)
        #expect(code.name()?.file == nil)
    }

    @Test func theCallShowsWhereAForwarderIs() {
        var code = Code()
        code.add(forwarder)
        code.add(show, closure, forwarder)
        let name = code.name()
        #expect(name?.text == "method reference Home.show(_:)")
        #expect(name?.file == "Home.swift" && name?.line == 7)
    }

    private static let loads = "closure #1 in Home.load()"

    @Test(arguments: [
        // Of `async let`, of `first ?? second`, and of one within another.
        ("implicit closure #1 in \(loads)", "$s3App4HomeC4loadyyFyyYacfU_SiyYacfu_", loads),
        ("implicit closure #2 in \(loads)", "$s3App4HomeC4loadyyFyyYacfU_SiyYaYbKcfu0_", loads),
        ("implicit closure #1 in Home.load()", "$s3App4HomeC4loadyyFSbyXKfu_", "Home.load()"),
        ("implicit closure #1 in Home.load()", "$s3App4HomeC4loadyyFyyScMYccfu_", "Home.load()"),
        (
            "implicit closure #2 in implicit closure #1 in Home.load()",
            "$s3App4HomeC4loadyyFSiyXKfu_SiyXKfu0_", "Home.load()"
        ),
        ("closure #2 in Home.load()", "$s3App4HomeC4loadyyFyycfU0_", "closure #2 in Home.load()"),
        ("implicit closure #1 in Home.load()", "fu", "Home.load()"),
    ]) func anExpressionForLaterIsWhatItStandsIn(function: String, symbol: String, text: String) {
        var code = Code()
        let closure = Self.frame(function, symbol, line: 3)
        code.add(closure)
        #expect(code.name()?.text == text)
        code.add(closure)
        code.add(show)
        #expect(code.name()?.text == text)
        #expect(code.name()?.isMethodReference == false)
    }

    @Test func aMethodOfTheSuperclassThatIsHandedOverIsNamed() {
        let closure = Self.frame(
            "implicit closure #1 in Home.load()", "$s3App4HomeC4loadyyFySicfu_")
        var code = Code()
        code.add(closure)
        #expect(code.name()?.text == "method reference in Home.load()")
        code.add(closure)
        code.add(Self.frame("Base.show(_:)", "$s3App4BaseC4showyySiF"))
        #expect(code.name()?.text == "method reference Base.show(_:)")
    }

    @Test func aMethodThatTopLevelCodeHandsOverIsSaidToBeOfThat() {
        var code = Code()
        let symbol = "$s3AppySicAA4HomeCcfu_ySicfu0_"
        code.add(Self.frame(Demangler.demangled(symbol), symbol))
        #expect(code.name()?.text == "method reference in top-level code")
    }

    /// The innermost ones only borrow what the outermost was called with.
    @Test func withoutAClosureATaskIsNamedByTheOutermostOfItsFunctions() {
        var code = Code()
        code.add(
            Self.frame("partial apply for thunk for () -> ()", "$sSiIegy_SiIegn_TRTA", line: nil))
        code.add(Self.frame("Home.load()", "$s3App4HomeC4loadyyYaF", line: 4))
        code.add(show)
        #expect(code.name()?.text == "Home.show(_:)")
    }

    @Test func aTaskIsNamedByTheInnermostClosureWhereThatBegins() {
        var code = Code()
        code.add(Self.frame("Home.load()", "$s3App4HomeC4loadyyYaF", line: 40))
        var closure = Self.frame(
            "closure #1 in Home.start()", "$s3App4HomeC5startyyFyyYacfU_", line: 12)
        closure.startLine = 11
        code.add(closure)
        code.add(Self.frame("closure #1 in launch(_:)", "$s3App6launchyyyFyyYacfU_", line: 3))
        #expect(code.name()?.text == "closure #1 in Home.start()")
        #expect(code.name()?.line == 11)
    }
}
