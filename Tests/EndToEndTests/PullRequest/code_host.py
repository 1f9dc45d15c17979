"""The part of GitHub's and GitLab's interfaces that comments need, on the loopback address, for one command.

    code_host.py STATE COMMAND [ARGUMENT…]     STATE is a JSON file: comments, login, token, isReadOnly, and the
                                               files and reviews of a pull request

Gives the command the server's address in GITHUB_API_URL and CI_API_V4_URL, and exits with its code. Notes each
request in the state, and answers as the servers do: 401 for another token, 403 for a comment of another author
or a token that may only read, pages of at most 100 comments.
"""
import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

LISTS = (r"/repos/acme/game/issues/7/comments", r"/projects/5/merge_requests/7/notes")
ONES = (r"/repos/acme/game/issues/comments/(\d+)", r"/projects/5/merge_requests/7/notes/(\d+)")


class Host(BaseHTTPRequestHandler):
    state = {}

    def answer(self, code, value):
        body = json.dumps(value).encode()
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_request(self):
        address, state = urlparse(self.path), self.state
        state["requests"].append(f"{self.command} {address.path}")
        length = int(self.headers.get("Content-Length") or 0)
        sent = json.loads(self.rfile.read(length)) if length else {}
        token = self.headers.get("PRIVATE-TOKEN") or self.headers.get("Authorization", "")
        if token.removeprefix("Bearer ") != state["token"]:
            return self.answer(401, {"message": "Bad credentials"})
        if address.path == "/graphql":
            return self.answer(200, {"data": {"viewer": {"login": state["login"]}}})
        if address.path == "/user":
            return self.answer(200, {"id": state["login"]})
        if self.command != "GET" and state.get("isReadOnly"):
            return self.answer(403, {"message": "Resource not accessible by integration"})
        if address.path == "/repos/acme/game/pulls/7/files":
            return self.answer(200, state["files"])
        if address.path == "/repos/acme/game/pulls/7/comments":
            reviews = [review["comments"] for review in state["reviews"]]
            return self.answer(200, [dict(one, user={"login": state["login"]}) for all in reviews for one in all])
        if address.path == "/repos/acme/game/pulls/7/reviews":
            state["reviews"].append(sent)
            return self.answer(200, sent)
        comments = state["comments"]
        if any(re.fullmatch(path, address.path) for path in LISTS):
            if self.command == "GET":
                query = parse_qs(address.query)
                size = min(int(query.get("per_page", ["30"])[0]), 100)
                start = (int(query.get("page", ["1"])[0]) - 1) * size
                return self.answer(200, comments[start : start + size])
            comment = self.comment(len(comments) + 1, state["login"], sent["body"])
            comments.append(comment)
            return self.answer(201, comment)
        found = [match for path in ONES if (match := re.fullmatch(path, address.path))]
        if not found or self.command not in ("PATCH", "PUT"):
            return self.answer(404, {"message": "Not Found"})
        comment = comments[int(found[0][1]) - 1]
        if comment["user"]["login"] != state["login"]:
            return self.answer(403, {"message": "Forbidden"})
        comment["body"] = sent["body"]
        return self.answer(200, comment)

    do_GET = do_POST = do_PATCH = do_PUT = handle_request

    @staticmethod
    def comment(number, login, body):
        return {"id": number, "user": {"login": login}, "author": {"id": login}, "body": body}

    def log_message(self, *arguments):
        pass


def main():
    path, command = sys.argv[1], sys.argv[2:]
    with open(path) as file:
        Host.state = json.load(file)
    Host.state["comments"] = [
        Host.comment(number, comment["user"]["login"], comment["body"])
        for number, comment in enumerate(Host.state["comments"], 1)
    ]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    environment = dict(
        os.environ, GITHUB_API_URL=address, GITHUB_GRAPHQL_URL=f"{address}/graphql", CI_API_V4_URL=address)
    code = subprocess.run(command, env=environment).returncode
    server.shutdown()
    with open(path, "w") as file:
        json.dump(Host.state, file)
    sys.exit(code)


main()
