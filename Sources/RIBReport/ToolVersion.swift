/// Which ribleak this is.
public enum ToolVersion {
    /// The version by semver.org, as in the package's tags.
    public static let current = "0.1.0"
}
