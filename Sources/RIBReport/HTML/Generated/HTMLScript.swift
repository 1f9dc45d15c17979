// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/*.js: change that.

/// The script of reports.
enum HTMLScript {
    /// By which the policy of a page allows it.
    static let hash = "sha256-75bkl6c4FvW6EckDjX6CMGxF/iTF6ZbEAEFlyye+VmU="

    static let text = HTMLViews.text + "\n" + #"""

build();
})();
"""#
}
