"""Speaks with a server of the Model Context Protocol by the protocol's own client, in each revision that
the client knows, and checks what it answers.

    mcp_session.py RIBLEAK FOLDER REPORT-SCHEMA

FOLDER has two runs: the newest one without findings, the other one with some. Prints a line for each revision,
and one for each thing that is wrong.
"""
import asyncio
import json
import sys
import warnings

import mcp.client.session
from jsonschema import Draft202012Validator
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp.shared.exceptions import MCPError
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, KNOWN_PROTOCOL_VERSIONS, is_version_at_least

TEXT_BYTES, JSON_BYTES, RESOURCE_BYTES = 24 << 10, 32 << 10, 256 << 10
command, folder, schema_file = sys.argv[1:]
with open(schema_file) as file:
    REPORT = json.load(file)
FINDING = Draft202012Validator({**REPORT, "$ref": "#/$defs/finding", "type": "object", "required": [], "properties": {}})


def wrong(*words):
    print("wrong:", *words)


class Session:
    """One connection, whose answers are checked as they come."""

    def __init__(self, client, version):
        self.client, self.version = client, version
        self.has_json = is_version_at_least(version, "2025-06-18")
        self.validators = {}

    async def list_tools(self):
        tools = (await self.client.list_tools()).tools
        for tool in tools:
            Draft202012Validator.check_schema(tool.input_schema)
            if tool.output_schema is not None:
                Draft202012Validator.check_schema(tool.output_schema)
                self.validators[tool.name] = Draft202012Validator(tool.output_schema)
            if (tool.output_schema is not None) != self.has_json:
                wrong(self.version, tool.name, "has or lacks an output schema")
            if is_version_at_least(self.version, "2025-03-26") != bool(tool.annotations):
                wrong(self.version, tool.name, "has or lacks annotations")
        return [tool.name for tool in tools]

    async def call(self, name, **arguments):
        answer = await self.client.call_tool(name, arguments)
        texts = [block.text for block in answer.content]
        if answer.is_error:
            wrong(self.version, name, "failed:", *texts)
            return {}
        if len(texts) != 1 or not 0 < len(texts[0].encode()) <= TEXT_BYTES:
            wrong(self.version, name, "has no text, or too much")
        data = answer.structured_content
        if not self.has_json:
            if data is not None:
                wrong(self.version, name, "has JSON that the revision does not know")
            return {"text": texts[0]}
        if len(json.dumps(data, ensure_ascii=False).encode()) > JSON_BYTES:
            wrong(self.version, name, "has too much JSON")
        for error in self.validators[name].iter_errors(data):
            wrong(self.version, name, error.json_path, error.message[:200])
        return data

    async def fails(self, name, **arguments):
        answer = await self.client.call_tool(name, arguments)
        if not answer.is_error:
            wrong(self.version, name, arguments, "should have failed")

    async def pages(self, name, **arguments):
        """All pages of a tool, one after the other."""
        pages, cursor = [], {}
        while len(pages) < 200:
            page = await self.call(name, **arguments, **cursor)
            pages.append(page)
            if page.get("nextCursor") is None:
                return pages
            cursor = {"cursor": page["nextCursor"]}
        wrong(self.version, name, "has no last page")
        return pages


async def resources(session):
    """Reads each report that is listed; returns how many there are."""
    client, count, cursor = session.client, 0, None
    while True:
        page = await client.list_resources(cursor=cursor)
        for resource in page.resources:
            count += 1
            contents = (await client.read_resource(resource.uri)).contents
            if contents[0].mime_type != resource.mime_type or not contents[0].text:
                wrong(session.version, resource.uri, "is not what the list says")
            if any(len(content.text.encode()) > RESOURCE_BYTES for content in contents):
                wrong(session.version, resource.uri, "is too long")
            if resource.mime_type == "application/json":
                for error in Draft202012Validator(REPORT).iter_errors(json.loads(contents[0].text)):
                    wrong(session.version, resource.uri, error.message[:200])
        cursor = page.next_cursor
        if cursor is None:
            break
    templates = (await client.list_resource_templates()).resource_templates
    if [template.uri_template for template in templates] != ["ribleak://runs/{run}/report.{format}{?from}"]:
        wrong(session.version, "has other templates")
    for uri in ["ribleak://runs/none/report.json", "file:///etc/passwd"]:
        try:
            await client.read_resource(uri)
            wrong(session.version, uri, "was read")
        except MCPError as error:
            expected = -32602 if session.version >= "2026" else -32002
            if error.code != expected:
                wrong(session.version, uri, "has the code", error.code)
    return count


async def errors(session):
    await session.fails("findings", run="../../etc")
    await session.fails("findings", limit=0)
    await session.fails("explain", id="nonsense")
    await session.fails("explain")
    await session.fails("retain_path", fingerprint="zzzz")
    await session.fails("tree_at", at="noon")
    await session.fails("diff", before="none")
    await session.fails("findings", cursor="1-abc")
    try:
        await session.client.call_tool("delete_everything", {})
        wrong(session.version, "has a tool that it should not have")
    except MCPError as error:
        if error.code != -32602:
            wrong(session.version, "unknown tool:", error.code)


async def look(session):
    """What an assistant would do, from the list of runs to the gate."""
    names = await session.list_tools()
    runs = [run for page in await session.pages("list_runs", limit=1) for run in page.get("runs", [])]
    if not session.has_json:
        await session.call("findings")
        await session.call("gate")
        print(f"{session.version}: {len(names)} tools, {await resources(session)} resources, text only")
        return
    new, old = [run["name"] for run in runs]
    clean = await session.call("findings")
    if clean["run"] != new or not clean["isClean"]:
        wrong(session.version, "the newest run has findings")
    findings = [f for page in await session.pages("findings", run=old, limit=2) for f in page["findings"]]
    for finding in findings:
        for error in FINDING.iter_errors(finding):
            wrong(session.version, "finding", error.message[:200])
        fingerprint = finding["fingerprint"]
        whole = await session.call("explain", id=fingerprint, run=old)
        if whole["finding"]["fingerprint"] != fingerprint:
            wrong(session.version, "explain tells of another finding")
        path = await session.call("retain_path", fingerprint=fingerprint, run=old)
        if finding["retainPath"] and len(path["edges"]) != len(finding["retainPath"]):
            wrong(session.version, "retain_path has other edges")
        if finding["explain"]:
            await session.call("explain", id=finding["explain"], run=old)
        await session.call("explain", id=finding["kind"])
    fixed = await session.call("diff", before=old)
    if fixed["counts"]["fixed"] != len(findings) or fixed["counts"]["new"]:
        wrong(session.version, "diff does not see that all is fixed")
    trees = await session.pages("tree_at", run=old, limit=2)
    ribs = sum(len(p["tree"]) + len(p["detached"]) for page in trees for p in page["processes"])
    if ribs != trees[0]["total"]:
        wrong(session.version, "the pages of tree_at have", ribs, "RIBs of", trees[0]["total"])
    await session.call("tree_at", at="0.1")
    lists = await session.pages("subscriptions", run=old, limit=7)
    subscriptions = [s["id"] for page in lists for p in page["processes"] for s in p["subscriptions"]]
    if len(set(subscriptions)) != lists[0]["total"]:
        wrong(session.version, "subscriptions are repeated or missing")
    await session.call("explain", id=subscriptions[0], run=old)
    passed, failed = await session.call("gate"), await session.call("gate", run=old)
    if (passed["exitCode"], failed["exitCode"]) != (0, 1):
        wrong(session.version, "gate says", passed["line"], failed["line"])
    await errors(session)
    count = await resources(session)
    print(f"{session.version}: {len(names)} tools, {count} resources, {len(findings)} findings")


async def connect(version, mode):
    """Agrees on a revision by `initialize` (legacy), by naming it, or by asking the server first (auto)."""
    server = StdioServerParameters(command=command, args=["mcp", folder])
    # The client offers its newest revision; older clients offered theirs.
    if version in HANDSHAKE_PROTOCOL_VERSIONS:
        mcp.client.session.LATEST_HANDSHAKE_VERSION = version
    async with Client(server, mode=mode) as client:
        if client.protocol_version != version:
            wrong(version, "was agreed on as", client.protocol_version)
        # A client that names a revision by itself asks nothing before its first request.
        if mode != version and (client.server_info.name != "ribleak" or not client.instructions):
            wrong(version, "the server does not say what it is")
        if mode == "legacy":
            # Gone since 2026-07-28, and part of all revisions before.
            with warnings.catch_warnings(action="ignore"):
                await client.send_ping()
        await look(Session(client, version))


def main():
    for version in KNOWN_PROTOCOL_VERSIONS:
        legacy = version in HANDSHAKE_PROTOCOL_VERSIONS
        asyncio.run(connect(version, "legacy" if legacy else version))
    # A client that does not know which era the server is of.
    asyncio.run(connect(KNOWN_PROTOCOL_VERSIONS[-1], "auto"))


main()
