@testable import RIBAnalysis

/// Says of each address of `/app` what function stands at its offset.
struct NamedFunctions: Symbolizing {
    let functions: [String]

    func symbolicate(_ addresses: [ImageAddress]) -> Symbolication {
        var frames: [ImageAddress: [SymbolizedFrame]] = [:]
        for address in addresses where address.offset < functions.count {
            let function = functions[Int(address.offset)]
            frames[address] = [
                SymbolizedFrame(
                    frame: StackFrame(
                        function: function, file: "A.swift", line: 1, module: "app",
                        offset: address.offset),
                    symbol: "$s3App\(function)")
            ]
        }
        return Symbolication(frames: frames, caveats: [])
    }
}
