import Foundation
import RIBAnalysis

/// A place in the code, in the RIB tree, or both.
struct SARIFLocation: Encodable {
    private let physicalLocation: Physical?
    private let logicalLocations: [Logical]?
    private let message: SARIFMessage?

    /// - Parameters:
    ///   - place: Below the working directory; nil where none is known.
    ///   - ribPath: The place in the RIB tree; empty for none.
    init(_ place: SourcePlace?, ribPath: String = "", message: String? = nil) {
        physicalLocation = place.map(Physical.init)
        logicalLocations = ribPath.isEmpty ? nil : [Logical(fullyQualifiedName: ribPath)]
        self.message = message.map(SARIFMessage.init)
    }

    private struct Physical: Encodable {
        let artifactLocation: Artifact
        let region: Region

        init(_ place: SourcePlace) {
            artifactLocation = Artifact(uri: SARIFLocation.uri(place.file))
            region = Region(startLine: place.line)
        }
    }

    private struct Artifact: Encodable {
        let uri: String
        let uriBaseId = "SRCROOT"
    }

    private struct Region: Encodable {
        let startLine: Int
    }

    private struct Logical: Encodable {
        let fullyQualifiedName: String
        let kind = "module"
    }

    /// A relative reference by RFC 3986; a colon in its first part would make that a scheme.
    private static func uri(_ path: String) -> String {
        let allowed = CharacterSet(
            charactersIn:
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/!$&'()*+,;=@")
        return path.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
