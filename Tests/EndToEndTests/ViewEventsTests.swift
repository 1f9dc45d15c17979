// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Testing
    import TraceFixtures

    /// How UIKit's calls are followed, compiled as for iOS against a small runtime of Objective-C.
    @Suite(.enabled(if: SwiftCompiler.isInstalled, "there is no clang beside swift"))
    struct ViewEventsTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        /// What a process prints in which UIKit makes each of the calls once.
        private func printed(byUIKitOf classes: String) throws -> String {
            try FileManager.default.createDirectory(
                atPath: folder.file("objc"), withIntermediateDirectories: true)
            try Self.runtime.write(
                toFile: folder.file("objc/runtime.h"), atomically: true, encoding: .utf8)
            try Self.host.write(toFile: folder.file("host.c"), atomically: true, encoding: .utf8)
            let sources = BuiltProducts.packageRoot + "/Sources/CRIBShims"
            let compiler = try FinishedProcess(
                path: "/usr/bin/env",
                [
                    "clang", "-Wall", "-Werror", "-DTARGET_OS_IOS=1", "-DCLASS=\"\(classes)\"",
                    "-I", folder.file(""), "-I", "\(sources)/include", "-o", folder.file("host"),
                    "\(sources)/ViewEvents.c", folder.file("host.c"),
                ])
            #expect((compiler.code, compiler.errors) == (0, ""))
            return try FinishedProcess(path: folder.file("host"), []).output
        }

        @Test func eachCallIsHeardByUIKitAndByUs() throws {
            #expect(
                try printed(byUIKitOf: "UIViewController") == """
                    following: 1
                    UIKit viewDidAppear: 1
                    we did appear
                    UIKit viewDidDisappear: 0
                    we did disappear
                    we will move: 0
                    UIKit willMoveToParentViewController: 0
                    UIKit didMoveToParentViewController: 1
                    we did move: 1

                    """)
        }

        @Test func withoutUIKitNothingIsReplaced() throws {
            #expect(
                try printed(byUIKitOf: "NSViewController") == """
                    following: 0
                    UIKit viewDidAppear: 1
                    UIKit viewDidDisappear: 0
                    UIKit willMoveToParentViewController: 0
                    UIKit didMoveToParentViewController: 1

                    """)
        }

        /// As much of the runtime as is used.
        private static let runtime = """
            typedef struct objc_object *id;
            typedef struct objc_class *Class;
            typedef const char *SEL;
            typedef signed char BOOL;
            typedef void (*IMP)(void);
            typedef struct objc_method *Method;
            id objc_getClass(const char *);
            SEL sel_registerName(const char *);
            Method class_getInstanceMethod(Class, SEL);
            IMP method_getImplementation(Method);
            IMP method_setImplementation(Method, IMP);
            """

        /// A class with four methods, and what calls them.
        private static let host = """
            #include <objc/runtime.h>
            #include <stdio.h>
            #include <string.h>
            #include "ViewEvents.h"
            struct objc_method { SEL name; IMP code; };
            static void animated(id self, SEL name, BOOL flag) { printf("UIKit %s %d\\n", name, flag); }
            static void moves(id self, SEL name, id to) { printf("UIKit %s %d\\n", name, to != 0); }
            static struct objc_method methods[] = {
                {"viewDidAppear:", (IMP)animated}, {"viewDidDisappear:", (IMP)animated},
                {"willMoveToParentViewController:", (IMP)moves},
                {"didMoveToParentViewController:", (IMP)moves}};
            id objc_getClass(const char *name) {
                return strcmp(name, CLASS) == 0 ? (id)methods : 0;
            }
            SEL sel_registerName(const char *name) { return name; }
            Method class_getInstanceMethod(Class class, SEL name) {
                for (int i = 0; i < 4; i++) if (strcmp(methods[i].name, name) == 0) return &methods[i];
                return 0;
            }
            IMP method_getImplementation(Method method) { return method->code; }
            IMP method_setImplementation(Method method, IMP code) {
                IMP before = method->code;
                method->code = code;
                return before;
            }
            static void appeared(void *it) { puts("we did appear"); }
            static void disappeared(void *it) { puts("we did disappear"); }
            static void willMove(void *it, int to) { printf("we will move: %d\\n", to); }
            static void didMove(void *it, int to) { printf("we did move: %d\\n", to); }
            int main(void) {
                struct ribleak_view_events events = {appeared, disappeared, willMove, didMove};
                printf("following: %d\\n", ribleak_view_events_follow(events));
                id it = (id)methods;
                ((void (*)(id, SEL, BOOL))methods[0].code)(it, methods[0].name, 1);
                ((void (*)(id, SEL, BOOL))methods[1].code)(it, methods[1].name, 0);
                ((void (*)(id, SEL, id))methods[2].code)(it, methods[2].name, 0);
                ((void (*)(id, SEL, id))methods[3].code)(it, methods[3].name, it);
                return 0;
            }
            """
    }
#endif
