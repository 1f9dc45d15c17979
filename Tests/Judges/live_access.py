"""Who gets the live page, and who does not."""

import http.client
import socket
import urllib.parse

from live_session import watched
from report_page import expect


def refuses(browser, ribleak, program):
    """Only the browser that opened the link first gets anything."""
    with watched(browser, ribleak, program) as it:
        url = urllib.parse.urlsplit(it.link)
        folder = url.path.rsplit("/", 1)[0] + "/"
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in it.context.cookies(it.address))

        def ask(path, method="GET", host=url.netloc, **fields):
            connection = http.client.HTTPConnection("127.0.0.1", url.port, timeout=10)
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in {"Host": host, **fields}.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            answer = connection.getresponse()
            expect(answer.getheader("Cache-Control"), "no-store", f"cache of {path}")
            expect(answer.getheader("Access-Control-Allow-Origin"), None, f"sharing of {path}")
            status = answer.status
            connection.close()
            return status

        expect(ask(url.path), 403, "the link a second time")
        expect(ask(folder), 403, "the page without the cookie")
        expect(ask(folder + "events"), 403, "events without the cookie")
        expect(ask(folder, Cookie=cookie), 200, "the page with the cookie")
        for host in ("evil.example", f"localhost:{url.port}", "127.0.0.1", f"[::1]:{url.port}"):
            expect(ask(folder, host=host, Cookie=cookie), 421, f"host {host}")
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
            expect(ask(folder + "events", Cookie=cookie, Origin=origin), 403, f"origin {origin}")
        expect(ask(folder + "events", Cookie=cookie, Sec_Fetch_Site="cross-site"), 403, "another site")
        for path in ("/", "/favicon.ico", folder + "x", folder + "../", "/etc/passwd"):
            expect(ask(path, Cookie=cookie), 404, path)
        for method in ("POST", "HEAD", "PUT", "OPTIONS", "DELETE"):
            expect(ask(folder, method, Cookie=cookie), 405, method)
        expect(ask(folder, X="a" * 9000, Cookie=cookie), 431, "a large head")
        expect({one["httpOnly"] and one["sameSite"] for one in it.context.cookies(it.address)}, {"Strict"}, "the cookie")
        expect(it.context.cookies(f"http://127.0.0.1:{url.port}/"), [], "cookies elsewhere")

        stranger = browser.new_context()
        page = stranger.new_page()
        expect(page.goto(it.link).status, 403, "the link in another browser")
        stranger.close()
        lan = socket.socket()
        expect(lan.connect_ex(("127.0.0.2", url.port)) != 0, True, "another address")
        lan.close()


def outlasts(browser, ribleak, program):
    """Connections that say nothing, or read nothing, neither stop the page nor stay."""
    with watched(browser, ribleak, program) as it:
        url = urllib.parse.urlsplit(it.link)
        cookie = "; ".join(f"{one['name']}={one['value']}" for one in it.context.cookies(it.address))
        silent = [socket.create_connection(("127.0.0.1", url.port)) for _ in range(300)]
        for one in silent:
            one.sendall(b"GET / HTTP/1.1\r\nHost: ")
        folder = url.path.rsplit("/", 1)[0]
        # A browser that comes later waits at most for the time that those before it have.
        later = socket.create_connection(("127.0.0.1", url.port))
        later.settimeout(10)
        later.sendall(f"GET {folder}/ HTTP/1.1\r\nHost: {url.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
        expect(later.recv(12)[:9], b"HTTP/1.1 ", "an answer beside 300 silent connections")
        later.close()
        deaf = socket.create_connection(("127.0.0.1", url.port))
        deaf.sendall(f"GET {folder}/events HTTP/1.1\r\nHost: {url.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
        app = it.start()
        app.tell("attach")
        it.until_count(".rib", 2)
        for one in silent:
            one.settimeout(30)
            expect(one.recv(100), b"", "the end of a silent connection")
        app.tell("attach")
        it.until_count(".rib", 3)
        deaf.close()
