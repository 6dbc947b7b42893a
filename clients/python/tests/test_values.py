"""What needs no hub: amounts, signatures, and which answers are sent again."""
import base64
import hashlib
import hmac
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer

from order_hub import Client, HubError
from order_hub.events import parse_event, verify_signature, verify_webhook
from order_hub.money import add_money, format_money, multiply_money, parse_money

SECRET = "a secret"
RAW = '{"name":"Café"}'.encode()


def signature_of(data: bytes) -> bytes:
    return hmac.new(SECRET.encode(), data, hashlib.sha256).digest()


class Money(unittest.TestCase):
    def test_is_exact_and_rounded_half_away_from_zero(self):
        self.assertEqual(add_money("0.10 EUR", "0.20 EUR"), "0.30 EUR")
        self.assertEqual(add_money("9007199254740993.01 EUR", "-0.02 EUR"), "9007199254740992.99 EUR")
        self.assertEqual(add_money(f"{'9' * 60}.99 EUR", "0.01 EUR"), f"1{'0' * 60}.00 EUR")
        self.assertEqual(multiply_money("19.90 EUR", "0.125"), "2.49 EUR")
        self.assertEqual(multiply_money("-0.01 EUR", "0.5"), "-0.01 EUR")
        self.assertEqual(multiply_money("-0.01 EUR", "0.1"), "0.00 EUR")
        self.assertEqual(multiply_money(f"{'7' * 40}.00 EUR", "0.0000000001"), f"{'7' * 30}.78 EUR")
        self.assertEqual(format_money(*parse_money("12.50 EUR")), "12.50 EUR")

    def test_refuses_what_is_no_money(self):
        for text in ("12.5 EUR", "12.50", "12.50 eur", "1e2.00 EUR", "١.00 EUR", "12.50 EUR\n"):
            self.assertRaises(ValueError, parse_money, text)
        self.assertRaises(ValueError, add_money, "1.00 EUR", "1.00 USD")
        self.assertRaises(ValueError, multiply_money, "1.00 EUR", "1e3")


class Signatures(unittest.TestCase):
    def test_of_the_contract(self):
        header = signature_of(RAW).hex()
        self.assertTrue(verify_signature(RAW, header, SECRET))
        self.assertTrue(verify_signature(RAW, header.upper(), SECRET))
        for other in (None, "", header[:-1], "é" * 64, "0" * 64):
            self.assertFalse(verify_signature(RAW, other, SECRET))
        self.assertFalse(verify_signature(RAW + b" ", header, SECRET))
        self.assertFalse(verify_signature(RAW, header, "another"))

    def test_of_standard_webhooks(self):
        signature = base64.b64encode(signature_of(b"event.1000." + RAW)).decode()
        headers = {"Webhook-Id": "event", "Webhook-Timestamp": "1000", "Webhook-Signature": f"v1,AAAA v1,{signature}"}
        self.assertTrue(verify_webhook(RAW, headers, SECRET, now_seconds=1300))
        self.assertFalse(verify_webhook(RAW, headers, SECRET, now_seconds=1301))
        self.assertFalse(verify_webhook(RAW, headers, SECRET))
        self.assertFalse(verify_webhook(RAW, {**headers, "Webhook-Id": "other"}, SECRET, now_seconds=1000))
        self.assertFalse(verify_webhook(RAW, {}, SECRET))

    def test_a_body_that_is_no_event(self):
        for raw in (b"{}", b"[]", b"x", b"\xff"):
            self.assertRaises(ValueError, parse_event, raw)


class Retries(unittest.TestCase):
    """A hub that gives these answers, one after the other."""

    def answered(self, answers, call, **options):
        seen = []

        class Handler(BaseHTTPRequestHandler):
            def answer(self):
                seen.append(self.headers.get("idempotency-key"))
                self.rfile.read(int(self.headers.get("content-length", 0)))
                status, headers = answers[len(seen) - 1]
                self.send_response(status)
                for name, value in {"content-type": "application/json", "content-length": "2", **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(b"{}")

            do_GET = do_POST = do_DELETE = answer

            def log_message(self, *_args):
                pass

        server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            hub = Client(f"http://127.0.0.1:{server.server_port}/v1", "token", **options)
            try:
                call(hub)
                return seen, 200
            except HubError as error:
                return seen, error.status
        finally:
            server.shutdown()
            server.server_close()

    def test_what_the_hub_refused_is_sent_again_with_the_same_key(self):
        at_once = {"retry-after": "0"}
        answers = [(429, at_once), (503, at_once), (200, {})]
        seen, status = self.answered(answers, lambda hub: hub.create_order(body={}))
        self.assertEqual((len(seen), len(set(seen)), status), (3, 1, 200))
        self.assertEqual(len(seen[0]), 36)

    def test_a_lost_request_is_sent_again_only_if_that_is_harmless(self):
        answers = [(504, {"retry-after": "0"}), (200, {})]
        self.assertEqual(self.answered(answers, lambda hub: hub.retrieve_location())[1], 200)
        self.assertEqual(self.answered(answers, lambda hub: hub.create_order(body={}))[1], 200)
        self.assertEqual(self.answered(answers, lambda hub: hub.create_order(body={}), idempotency_keys=False)[1], 504)
        self.assertEqual(self.answered(answers, lambda hub: hub.delete_event(event_id="a"))[1], 504)

    def test_a_longer_wait_a_fault_and_a_redirect_raise_at_once(self):
        for answer in ((429, {"retry-after": "61"}), (422, {}), (302, {"location": "http://127.0.0.1:1/"})):
            seen, status = self.answered([answer], lambda hub: hub.retrieve_location())
            self.assertEqual((len(seen), status), (1, answer[0]))

    def test_a_hub_that_is_away(self):
        with self.assertRaises(HubError) as caught:
            Client("http://127.0.0.1:1/v1", "token", max_retries=0).retrieve_location()
        self.assertEqual((caught.exception.status, caught.exception.code), (0, "no_answer"))

    def test_an_id_that_is_missing(self):
        hub = Client("http://127.0.0.1:1/v1", "token")
        for event_id in (None, "", "a/b", "é"):
            self.assertRaises(TypeError, hub.delete_event, event_id=event_id)
        self.assertRaises(TypeError, Client, "", "token")


if __name__ == "__main__":
    unittest.main()
