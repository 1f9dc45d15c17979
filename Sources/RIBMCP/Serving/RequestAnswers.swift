// SPDX-License-Identifier: Apache-2.0

import RIBText

/// Answers requests that need runs.
///
/// Belongs to one thread.
final class RequestAnswers {
    private let library: RunLibrary

    init(of project: ServedProject) { library = RunLibrary(of: project) }

    /// The whole reply to a request.
    func reply(to request: Request, _ revision: Revision) -> JSONValue {
        do throws(ProtocolError) {
            let result = try result(of: request, revision)
            return Reply.result(revision.complete(result, of: request.method), to: request.id)
        } catch {
            return Reply.error(error, to: request.id)
        }
    }

    private func result(
        of request: Request, _ revision: Revision
    ) throws(ProtocolError) -> JSONValue {
        switch request.method {
        case "tools/call": try call(request, revision)
        case "resources/list":
            try ReportResource.list(library.index, request.params["cursor"], for: revision)
        default: try ReportResource.read(request.params["uri"], in: library, for: revision)
        }
    }

    private func call(_ request: Request, _ revision: Revision) throws(ProtocolError) -> JSONValue {
        guard let name = request.params["name"]?.string else {
            throw ProtocolError(.invalidParams, "tools/call names a tool: \"name\"")
        }
        guard let tool = ToolCatalogue.tool(named: name) else {
            let names = ToolCatalogue.tools.map(\.name.rawValue)
            let advice =
                NearestName.to(name, among: names).map { "did you mean '\($0)'?" }
                ?? "there are \(names.joined(separator: ", "))"
            throw ProtocolError(
                .invalidParams, "Unknown tool: \(InertText.quoted(name)); \(advice)")
        }
        guard let arguments = (request.params["arguments"] ?? [:]).object else {
            throw ProtocolError(.invalidParams, "arguments is a JSON object")
        }
        do throws(ToolError) {
            let answer = try tool.answer(try ToolArguments(arguments, of: tool), library)
            return answer.result(for: revision)
        } catch {
            return [
                "content": [["type": "text", "text": .string(error.line)]], "isError": true,
            ]
        }
    }
}
