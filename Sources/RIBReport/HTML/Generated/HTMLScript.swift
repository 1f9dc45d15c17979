// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/*.js: change that.

/// The script of reports.
enum HTMLScript {
    /// By which the policy of a page allows it.
    static let hash = "sha256-hPRv+JRL/2R29stE+hPvvo8GCm4OSq3ayH9opiKgNQg="

    static let text = HTMLViews.text + "\n" + #"""

build();
})();
"""#
}
