// swift-format-ignore-file
// Made by Tools/embed-html of Sources/RIBReport/HTML/Assets/*.js: change that.

/// The script of reports.
enum HTMLScript {
    /// By which the policy of a page allows it.
    static let hash = "sha256-v5pt8lQuc0c93IZsTy1Nb2eZPf/SdQ7h7vL5JDrrpPo="

    static let text = HTMLViews.text + "\n" + #"""

build();
})();
"""#
}
