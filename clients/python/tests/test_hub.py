"""Calls of a real hub, whose address and tokens e2e/test/client.test.ts passes on."""
import base64
import os
import unittest
import uuid

from order_hub import Client, HubError
from order_hub.oauth import OAuthClient, authorisation_url, code_of, exchange_code, revoke_token

HUB_URL, AUTH_URL = os.environ["HUB_URL"], os.environ["AUTH_URL"]
MARGHERITA = {"product_name": "Margherita", "price": "9.80 EUR", "quantity": "2"}
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


class Calls(unittest.TestCase):
    def setUp(self):
        self.hub = Client(HUB_URL, os.environ["TOKEN"])

    def assertFails(self, status, code, call, /, **arguments):
        with self.assertRaises(HubError) as caught:
            call(**arguments)
        self.assertEqual((caught.exception.status, caught.exception.code), (status, code))
        return caught.exception

    def test_creates_retrieves_updates_and_lists_orders(self):
        order = self.hub.create_order(body={"status": "new", "items": [MARGHERITA]})
        self.assertEqual(order["total"], "19.60 EUR")
        long_path = {"location_id": order["location_id"], "order_id": order["id"]}
        self.assertEqual(self.hub.retrieve_order(**long_path), order)
        updated = self.hub.update_order(order_id=order["id"], body={"status": "accepted"})
        self.assertEqual(updated["status"], "accepted")
        later = self.hub.create_order(body={"status": "new"})
        listed = [each["id"] for each in self.hub.list_orders(count=1)]
        self.assertEqual(listed[-2:], [order["id"], later["id"]])
        first = self.hub.list_orders(count=1).page()
        self.assertEqual(self.hub.list_orders(count=1, cursor=first.next).page().items[0]["id"], listed[1])
        self.assertEqual([each["id"] for each in self.hub.list_orders(status="accepted")], [order["id"]])

    def test_an_idempotency_key_makes_one_order(self):
        key = {"idempotency_key": str(uuid.uuid4())}
        first, again = [self.hub.create_order(body={"status": "new"}, options=key) for _ in range(2)]
        self.assertEqual(first["id"], again["id"])
        self.assertFails(422, "idempotency_key_reused", self.hub.create_order, body={"status": "accepted"}, options=key)

    def test_raises_what_the_hub_answers(self):
        price = [{**MARGHERITA, "price": "9.8 EUR"}]
        error = self.assertFails(422, "invalid_fields", self.hub.create_order, body={"status": "new", "items": price})
        self.assertEqual([(fault["field"], fault["code"]) for fault in error.details], [("items.0.price", "not_money")])
        self.assertTrue(error.request_id)
        self.assertFails(404, "not_found", self.hub.retrieve_order, order_id="unknown")
        self.assertFails(401, "access_token_invalid", Client(HUB_URL, "wrong").retrieve_location)

    def test_uploads_an_image_and_gets_its_bytes(self):
        catalog = self.hub.create_catalog(body={"name": "Images", "data": {}})
        image = self.hub.create_image(catalog_id=catalog["id"], body=PIXEL, content_type="image/png")
        self.assertEqual(self.hub.retrieve_image_bytes(catalog_id=catalog["id"], image_id=image["id"]), PIXEL)

    def test_asks_the_authorisation_server(self):
        client = OAuthClient(AUTH_URL, os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
        redirect_uri = "https://shop.example/back"
        url, state, code_verifier = authorisation_url(client, redirect_uri=redirect_uri, scope="location[orders.read]")
        self.assertIn("code_challenge_method=S256", url)
        code = code_of(f"{redirect_uri}?code=unknown&state={state}", client, state)
        grant = {"code": code, "redirect_uri": redirect_uri, "code_verifier": code_verifier}
        self.assertFails(400, "invalid_grant", exchange_code, client=client, **grant)
        self.assertFails(401, "invalid_client", exchange_code, client=client._replace(client_secret="x"), **grant)
        for query, expected in (
            (f"error=access_denied&state={state}", "access_denied"),
            ("code=a&state=other", "invalid_state"),
            (f"code=a&state={state}&iss=https://other.example", "invalid_issuer"),
        ):
            self.assertFails(0, expected, code_of, returned_url=f"{redirect_uri}?{query}", client=client, state=state)
        revoke_token(client, "unknown")
