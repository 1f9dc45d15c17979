// SPDX-License-Identifier: Apache-2.0

import Foundation
import RIBs

/// A web service with the accounts made in this session. It answers when the script says so.
final class WebService: WebServicing {
    private var passwords: [String: String] = [:]
    private var waiting: [() -> Void] = []

    func logIn(name: String, password: String) -> Observable<User> {
        reply { service in
            guard let known = service.passwords[name] else { return .failure(.unknownUser(name)) }
            return known == password ? .success(User(name: name)) : .failure(.wrongPassword)
        }
    }

    func createAccount(name: String, password: String) -> Observable<User> {
        reply { service in
            guard service.passwords[name] == nil else { return .failure(.nameTaken(name)) }
            service.passwords[name] = password
            return .success(User(name: name))
        }
    }

    /// Answers every request made so far, oldest first.
    func answer() {
        let requests = waiting
        waiting = []
        for answer in requests { answer() }
    }

    private func reply(
        _ result: @escaping (WebService) -> Result<User, WebServiceError>
    ) -> Observable<User> {
        let reply = PublishSubject<User>()
        waiting.append { [unowned self] in
            switch result(self) {
            case .success(let user):
                reply.onNext(user)
                reply.onCompleted()
            case .failure(let error):
                reply.onError(error)
            }
        }
        return reply.asObservable()
    }
}

/// The server side, as the app sees it.
protocol WebServicing: AnyObject {
    func logIn(name: String, password: String) -> Observable<User>
    func createAccount(name: String, password: String) -> Observable<User>
}

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
