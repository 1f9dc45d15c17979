import Foundation

enum WebServiceError: LocalizedError {
    case unknownUser(String)
    case wrongPassword
    case nameTaken(String)

    /// The sentence to show to the person.
    var errorDescription: String? {
        switch self {
        case .unknownUser(let name): "There is no account named \(name)."
        case .wrongPassword: "That is not the right password."
        case .nameTaken(let name): "The name \(name) is taken."
        }
    }
}
