// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import RIBHeap

@Suite struct ClosureCodeTests {
    private func code(_ use: @escaping (UInt) -> CodeUse) -> ClosureCode {
        ClosureCode(memory: GuardedMemory(), use: use)
    }

    private func step(_ holder: RetainStep.Holder, _ target: String) -> RetainStep {
        RetainStep(holder: holder, address: 0, label: "", target: target, isInferred: false)
    }

    @Test func codeIsTheFunction() {
        #expect(code { _ in .own }.function(at: 0x1000) == 0x1000)
    }

    @Test func theRecordOfAnAsynchronousFunctionLeadsToIt() {
        var record: (Int32, UInt32) = (-64, 32)
        withUnsafeMutablePointer(to: &record) {
            let address = UInt(bitPattern: $0)
            let code = code { $0 == address - 64 ? .own : .none }
            #expect(code.function(at: address) == address - 64)
        }
    }

    @Test func whatLeadsNowhereStaysAsItIs() {
        #expect(code { _ in .none }.function(at: 8) == 8)
    }

    @Test func aClosureOfTheRuntimesThatCallsAnotherIsNoStep() {
        let steps = [
            step(.object(type: "Timer"), "closure"), step(.closure(functions: [1]), "closure"),
            step(.closure(functions: [2]), "Child"),
        ]
        #expect(
            code { $0 == 1 ? .runtime : .own }.withoutWrappers(steps) == [steps[0], steps[2]])
        #expect(code { _ in .own }.withoutWrappers(steps) == steps)
    }

    @Test func aClosureOfTheRuntimesThatHoldsAnObjectStays() {
        let steps = [
            step(.closure(functions: [1]), "closure"), step(.closure(functions: [1]), "Child"),
        ]
        #expect(code { _ in .runtime }.withoutWrappers(steps) == steps)
    }
}
