// SPDX-License-Identifier: Apache-2.0

import RIBGate
import RIBText

extension RunLibrary {
    /// The whole reply to a request that needs runs.
    func reply(to request: Request, _ revision: Revision) -> JSONValue {
        do throws(ProtocolError) {
            let result = try result(of: request, revision)
            return JSONValue.result(revision.complete(result, of: request.method), to: request.id)
        } catch {
            return error.reply(to: request.id)
        }
    }

    private func result(
        of request: Request, _ revision: Revision
    ) throws(ProtocolError) -> JSONValue {
        switch request.method {
        case "tools/call": try call(request, revision)
        case "resources/list":
            try ReportResource.list(index, request.params["cursor"], for: revision)
        default: try ReportResource.read(request.params["uri"], in: self, for: revision)
        }
    }

    private func call(_ request: Request, _ revision: Revision) throws(ProtocolError) -> JSONValue {
        guard let name = request.params["name"]?.string else {
            throw ProtocolError(.invalidParams, "tools/call names a tool: \"name\"")
        }
        guard let tool = Tool.all.first(where: { $0.name == name }) else {
            let names = Tool.all.map(\.name)
            let advice =
                names.nearest(to: name).map { "did you mean '\($0)'?" }
                ?? "there are \(names.joined(separator: ", "))"
            throw ProtocolError(
                .invalidParams, "Unknown tool: \(InertText.quoted(name)); \(advice)")
        }
        guard let arguments = (request.params["arguments"] ?? [:]).object else {
            throw ProtocolError(.invalidParams, "arguments is a JSON object")
        }
        do throws(ToolError) {
            let answer = try tool.answer(try ToolArguments(arguments, of: tool), self)
            return answer.result(for: revision)
        } catch {
            return [
                "content": [["type": "text", "text": .string(error.line)]], "isError": true,
            ]
        }
    }
}
