# The same as receiver.mjs with the official library for Python.
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from standardwebhooks import Webhook, WebhookVerificationError

webhooks = []


def verify(body, headers):
    try:
        for webhook in webhooks:
            webhook.verify(body, headers)
    except WebhookVerificationError as error:
        return str(error)
    return None


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def read(self):
        return self.rfile.read(int(self.headers["content-length"])).decode()

    def respond(self, status, text=""):
        self.send_response(status)
        if status != 204:
            self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_PUT(self):
        webhooks[:] = [Webhook(secret) for secret in json.loads(self.read())]
        self.respond(204)

    def do_POST(self):
        headers = {name.lower(): value for name, value in self.headers.items()}
        body = self.read()
        error = verify(body, headers)
        print(json.dumps({"headers": headers, "body": body, "error": error}), flush=True)
        self.respond(204 if error is None else 400, error or "")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
