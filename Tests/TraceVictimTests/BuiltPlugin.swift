// SPDX-License-Identifier: Apache-2.0

import Foundation
import TraceFixtures

/// A small shared library that is built for a test, since a package's own would be its product.
struct BuiltPlugin {
    let path: String
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - source: C or assembler; by default a function that calls back.
    ///   - flags: More of them for the compiler.
    init(
        _ name: String = "plugin", source: String? = nil, flags: [String] = ["-Wl,--build-id"]
    ) throws {
        folder = try TemporaryFolder()
        path = folder.file("\(name).so")
        try (source ?? Self.callingBack(localBytes: 64))
            .write(toFile: folder.file("plugin.c"), atomically: true, encoding: .utf8)
        let compiler = try FinishedProcess(
            path: "/usr/bin/env",
            [
                "clang", "-shared", "-fPIC", "-O1", "-fomit-frame-pointer", "-o", path,
                folder.file("plugin.c"),
            ] + flags)
        guard compiler.code == 0 else { throw CannotBuild() }
    }

    /// A `plugin_call` whose frame has so many bytes, with its code where every other has it.
    static func callingBack(localBytes: Int) -> String {
        """
        void plugin_call(void (*callback)(void)) {
            char local[\(localBytes)];
            __asm__ volatile("" : : "r"(local) : "memory");
            callback();
            __asm__ volatile("" : : "r"(local) : "memory");
        }
        """
    }

    private struct CannotBuild: Error {}
}
