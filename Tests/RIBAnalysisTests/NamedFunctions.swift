// SPDX-License-Identifier: Apache-2.0

import RIBTrace
import TraceFixtures

@testable import RIBAnalysis

/// Names the function at each offset in `/app`.
struct NamedFunctions: Symbolizing {
    let functions: [String]

    /// Defines a stack of one frame for each function, numbered from 1 in their order.
    func defineStacks(in trace: TraceBuilder) {
        trace.defineStacks(functions.count)
    }

    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        for address in addresses where address.offset < functions.count {
            let function = functions[Int(address.offset)]
            let isThunk = function.hasPrefix("thunk for")
            let symbol =
                isThunk
                ? "$sSiIegy_SiIegn_TR" : function.hasPrefix("$s") ? function : "$s3App\(function)"
            frames[address] = [
                SymbolizedFrame(
                    frame: StackFrame(
                        function: function, file: "A.swift", line: isThunk ? nil : 1, module: "app",
                        offset: address.offset,
                        library: CodeOrigin.library(ofSymbol: symbol)),
                    symbol: symbol)
            ]
        }
        return Symbolication(frames: frames, caveats: [])
    }
}
