// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBSetup/Assets: change that.

/// The files that a set-up writes; a part goes where its name stands in braces.
enum SetupTemplates {
    static let settings = #"""
{{schema}}

# What `ribleak gate` allows. A comment shows an example: remove its # to use it.
version: 1

# How many different mistakes there may be.
budgets:
  leaks: 0
  inactive-fires: 0              # subscriptions that fired while their interactor was inactive
#  warnings: 20                  # without this line, warnings are not limited
#  paths:                        # a part of the app for which more is allowed
#    - rib-path: Root/Legacy/**  # * is one RIB, ** any number of them
#      leaks: 5

# Findings that are known, in tests too. To allow all of today's, run all tests and
# `ribleak baseline write`. Without this line, it is the same file.
#baseline: .ribleak-baseline.json

# Findings that may stay until a day, for a reason. After a change to this list or the next,
# `ribleak baseline write --settings-only` tells it to tests.
#suppressions:
#  - kind: leaked-view           # any of kind, rib-path and type; or a fingerprint
#    rib-path: "**/Map"
#    reason: the map SDK keeps its views
#    expires: 2099-12-31

# Leaks that a library makes, which no change of yours mends. They do not count.
#library-leaks:
#  - name: maps-sdk
#    retain-path: "**/MapView.observers[*]"   # edges as reports show them, with / between
#    description: the SDK keeps its observers until the app ends

# What `ribleak lint` says of the sources.
#lint:
#  rules:
#    force-unwrap-in-wiring: off     # error, warning or off
#  exclude:
#    - Sources/Generated/**
#  suppressions:
#    - rule: strong-listener         # any of rule, path and type; or a fingerprint
#      path: Sources/Legacy/**
#      reason: is rewritten this year
#      expires: 2099-12-31

"""#
    static let firstTest = #"""
import RIBLeakTesting
import RIBs
import {{module}}

/// Fails when a RIB that was closed stays in memory.
///
/// To see it fail, remove the line `profile = nil`, and run `swift test`. Then test your own RIBs
/// like this: open one, and close it. All that such tests need is to {{need}}.
{{type}} {
    {{function}} {
        let home = HomeRouter(interactor: Interactor())
        home.interactable.activate()
        home.load()
        home.openProfile()
        home.closeProfile()
    }

    private final class HomeRouter: Router<Interactor> {
        private var profile: ProfileRouter?

        func openProfile() {
            let router = ProfileRouter(interactor: Interactor())
            profile = router
            attachChild(router)
        }

        func closeProfile() {
            guard let router = profile else { return }
            detachChild(router)
            profile = nil
        }
    }

    private final class ProfileRouter: Router<Interactor> {}
}

"""#
}
