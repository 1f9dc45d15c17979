// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import TraceFixtures

@testable import RIBAnalysis

@Suite struct SymbolizerToolTests {
    @Test func looksBesideTheRealSwiftFirst() throws {
        let toolchain = try TemporaryFolder()
        let links = try TemporaryFolder()
        let swift = try toolchain.script("swift-driver", "")
        let tool = try toolchain.script("llvm-symbolizer", "")
        _ = try links.script("llvm-symbolizer", "")
        try FileManager.default.createSymbolicLink(
            atPath: "\(links.path)/swift", withDestinationPath: swift)
        let found = try #require(LLVMSymbolizer.tool(on: links.path))
        #expect(
            URL(fileURLWithPath: found).resolvingSymlinksInPath().path
                == URL(fileURLWithPath: tool).resolvingSymlinksInPath().path)
    }

    @Test func takesTheNewestVersionOnThePath() throws {
        let folder = try TemporaryFolder()
        for version in ["9", "12", "14", "15", "x"] {
            _ = try folder.script("llvm-symbolizer-\(version)", "")
        }
        _ = try folder.write("llvm-symbolizer-16", [])
        #expect(LLVMSymbolizer.tool(on: folder.path) == "\(folder.path)/llvm-symbolizer-15")
        let plain = try folder.script("llvm-symbolizer", "")
        #expect(LLVMSymbolizer.tool(on: folder.path) == plain)
    }

    @Test func findsNothingWhereNothingIs() throws {
        let folder = try TemporaryFolder()
        #expect(LLVMSymbolizer.tool(on: "") == nil)
        #expect(LLVMSymbolizer.tool(on: ".:relative:\(folder.path):/nonexistent") == nil)
        let tool = try folder.script("llvm-symbolizer", "")
        #expect(LLVMSymbolizer.tool(on: ".:relative:\(folder.path):/nonexistent") == tool)
    }
}
