# Generated from docs/openapi.json by `npm run openapi`.
from typing import Any, Optional

from .calls import Caller, Options, Pages


class Operations(Caller):
    """One method for each operation, named by its operationId in snake_case."""

    def retrieve_user(
        self,
        *,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve the user who authorised the connection."""
        return self._call(
            "GET /user",
            {},
            options,
        )

    def retrieve_account(
        self,
        *,
        account_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an account."""
        return self._call(
            "GET /accounts/{account_id?}",
            {"account_id": account_id},
            options,
        )

    def list_accounts(
        self,
        *,
        options: Optional[Options] = None,
    ) -> Any:
        """List accounts: the connection's own."""
        return self._call(
            "GET /accounts",
            {},
            options,
        )

    def retrieve_location(
        self,
        *,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a location."""
        return self._call(
            "GET /locations/{location_id?}",
            {"location_id": location_id},
            options,
        )

    def update_location(
        self,
        *,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Update a location."""
        return self._call(
            "PATCH /locations/{location_id?}",
            {"location_id": location_id},
            options,
            body,
        )

    def list_locations(
        self,
        *,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the locations of the account."""
        return self._pages(
            "LIST /locations",
            {"count": count, "cursor": cursor},
            options,
        )

    def list_orders(
        self,
        *,
        location_id: Optional[str] = None,
        private_ref: Optional[str] = None,
        status: Optional[str] = None,
        created_by: Optional[str] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        customer_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the orders of a location."""
        return self._pages(
            "LIST /locations/{location_id?}/orders",
            {"location_id": location_id, "private_ref": private_ref, "status": status, "created_by": created_by, "after": after, "before": before, "customer_id": customer_id, "count": count, "cursor": cursor},
            options,
        )

    def create_order(
        self,
        *,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create an order."""
        return self._call(
            "POST /locations/{location_id?}/orders",
            {"location_id": location_id},
            options,
            body,
        )

    def retrieve_order(
        self,
        *,
        order_id: str,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an order."""
        return self._call(
            "GET /locations/{location_id?}/orders/{order_id}",
            {"order_id": order_id, "location_id": location_id},
            options,
        )

    def update_order(
        self,
        *,
        order_id: str,
        body: Any,
        location_id: Optional[str] = None,
        if_status: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Update an order."""
        return self._call(
            "PATCH /locations/{location_id?}/orders/{order_id}",
            {"order_id": order_id, "location_id": location_id, "if_status": if_status},
            options,
            body,
        )

    def list_account_orders(
        self,
        *,
        account_id: Optional[str] = None,
        private_ref: Optional[str] = None,
        status: Optional[str] = None,
        created_by: Optional[str] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        customer_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the orders of an account."""
        return self._pages(
            "LIST /accounts/{account_id?}/orders",
            {"account_id": account_id, "private_ref": private_ref, "status": status, "created_by": created_by, "after": after, "before": before, "customer_id": customer_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_delivery(
        self,
        *,
        order_id: str,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve the delivery of an order."""
        return self._call(
            "GET /locations/{location_id?}/orders/{order_id}/delivery",
            {"order_id": order_id, "location_id": location_id},
            options,
        )

    def create_delivery(
        self,
        *,
        order_id: str,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Attach a delivery to an order."""
        return self._call(
            "POST /locations/{location_id?}/orders/{order_id}/delivery",
            {"order_id": order_id, "location_id": location_id},
            options,
            body,
        )

    def update_delivery(
        self,
        *,
        order_id: str,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Update the delivery of an order."""
        return self._call(
            "PATCH /locations/{location_id?}/orders/{order_id}/delivery",
            {"order_id": order_id, "location_id": location_id},
            options,
            body,
        )

    def list_catalogs(
        self,
        *,
        location_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the catalogs for a location."""
        return self._pages(
            "LIST /locations/{location_id?}/catalogs",
            {"location_id": location_id, "count": count, "cursor": cursor},
            options,
        )

    def create_catalog(
        self,
        *,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a catalog of a location."""
        return self._call(
            "POST /locations/{location_id?}/catalogs",
            {"location_id": location_id},
            options,
            body,
        )

    def list_account_catalogs(
        self,
        *,
        account_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the catalogs of an account."""
        return self._pages(
            "LIST /accounts/{account_id?}/catalogs",
            {"account_id": account_id, "count": count, "cursor": cursor},
            options,
        )

    def create_account_catalog(
        self,
        *,
        body: Any,
        account_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a catalog of an account."""
        return self._call(
            "POST /accounts/{account_id?}/catalogs",
            {"account_id": account_id},
            options,
            body,
        )

    def retrieve_catalog(
        self,
        *,
        catalog_id: str,
        hide_data: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a catalog."""
        return self._call(
            "GET /catalogs/{catalog_id}",
            {"catalog_id": catalog_id, "hide_data": hide_data},
            options,
        )

    def update_catalog(
        self,
        *,
        catalog_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Update a catalog."""
        return self._call(
            "PUT /catalogs/{catalog_id}",
            {"catalog_id": catalog_id},
            options,
            body,
        )

    def delete_catalog(
        self,
        *,
        catalog_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Delete a catalog."""
        return self._call(
            "DELETE /catalogs/{catalog_id}",
            {"catalog_id": catalog_id},
            options,
        )

    def retrieve_category(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a category."""
        return self._call(
            "GET /catalogs/{catalog_id}/categories/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_categories(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List categories."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/categories",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_product(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a product."""
        return self._call(
            "GET /catalogs/{catalog_id}/products/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_products(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List products."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/products",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_option_list(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an option list."""
        return self._call(
            "GET /catalogs/{catalog_id}/option_lists/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_option_lists(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List option lists."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/option_lists",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_deal(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a deal."""
        return self._call(
            "GET /catalogs/{catalog_id}/deals/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_deals(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List deals."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/deals",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_discount(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a discount."""
        return self._call(
            "GET /catalogs/{catalog_id}/discounts/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_discounts(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List discounts."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/discounts",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_charge(
        self,
        *,
        catalog_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a charge."""
        return self._call(
            "GET /catalogs/{catalog_id}/charges/{part_id}",
            {"catalog_id": catalog_id, "part_id": part_id},
            options,
        )

    def list_charges(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List charges."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/charges",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_sku(
        self,
        *,
        catalog_id: str,
        parent_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a sku."""
        return self._call(
            "GET /catalogs/{catalog_id}/products/{parent_id}/skus/{part_id}",
            {"catalog_id": catalog_id, "parent_id": parent_id, "part_id": part_id},
            options,
        )

    def list_skus(
        self,
        *,
        catalog_id: str,
        parent_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the skus of a product."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/products/{parent_id}/skus",
            {"catalog_id": catalog_id, "parent_id": parent_id, "count": count, "cursor": cursor},
            options,
        )

    def retrieve_option(
        self,
        *,
        catalog_id: str,
        parent_id: str,
        part_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an option."""
        return self._call(
            "GET /catalogs/{catalog_id}/option_lists/{parent_id}/options/{part_id}",
            {"catalog_id": catalog_id, "parent_id": parent_id, "part_id": part_id},
            options,
        )

    def list_options(
        self,
        *,
        catalog_id: str,
        parent_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the options of a list."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/option_lists/{parent_id}/options",
            {"catalog_id": catalog_id, "parent_id": parent_id, "count": count, "cursor": cursor},
            options,
        )

    def list_images(
        self,
        *,
        catalog_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the images of a catalog."""
        return self._pages(
            "LIST /catalogs/{catalog_id}/images",
            {"catalog_id": catalog_id, "count": count, "cursor": cursor},
            options,
        )

    def create_image(
        self,
        *,
        catalog_id: str,
        body: bytes,
        content_type: str,
        private_ref: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create an image."""
        return self._call(
            "POST /catalogs/{catalog_id}/images",
            {"catalog_id": catalog_id, "private_ref": private_ref},
            options,
            body,
            content_type,
        )

    def retrieve_image(
        self,
        *,
        catalog_id: str,
        image_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an image."""
        return self._call(
            "GET /catalogs/{catalog_id}/images/{image_id}",
            {"catalog_id": catalog_id, "image_id": image_id},
            options,
        )

    def retrieve_image_bytes(
        self,
        *,
        catalog_id: str,
        image_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve the bytes of an image."""
        return self._call(
            "GET /catalogs/{catalog_id}/images/{image_id}/data",
            {"catalog_id": catalog_id, "image_id": image_id},
            options,
        )

    def retrieve_inventory(
        self,
        *,
        catalog_id: str,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an inventory."""
        return self._call(
            "GET /catalogs/{catalog_id}/locations/{location_id?}/inventory",
            {"catalog_id": catalog_id, "location_id": location_id},
            options,
        )

    def replace_inventory(
        self,
        *,
        catalog_id: str,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Replace an inventory."""
        return self._call(
            "PUT /catalogs/{catalog_id}/locations/{location_id?}/inventory",
            {"catalog_id": catalog_id, "location_id": location_id},
            options,
            body,
        )

    def update_inventory(
        self,
        *,
        catalog_id: str,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Change an inventory."""
        return self._call(
            "PATCH /catalogs/{catalog_id}/locations/{location_id?}/inventory",
            {"catalog_id": catalog_id, "location_id": location_id},
            options,
            body,
        )

    def list_customer_lists(
        self,
        *,
        location_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the customer lists for a location."""
        return self._pages(
            "LIST /locations/{location_id?}/customer_lists",
            {"location_id": location_id, "count": count, "cursor": cursor},
            options,
        )

    def create_customer_list(
        self,
        *,
        body: Any,
        location_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a customer list of a location."""
        return self._call(
            "POST /locations/{location_id?}/customer_lists",
            {"location_id": location_id},
            options,
            body,
        )

    def list_account_customer_lists(
        self,
        *,
        account_id: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the customer lists of an account."""
        return self._pages(
            "LIST /accounts/{account_id?}/customer_lists",
            {"account_id": account_id, "count": count, "cursor": cursor},
            options,
        )

    def create_account_customer_list(
        self,
        *,
        body: Any,
        account_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a customer list of an account."""
        return self._call(
            "POST /accounts/{account_id?}/customer_lists",
            {"account_id": account_id},
            options,
            body,
        )

    def retrieve_customer_list(
        self,
        *,
        customer_list_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a customer list."""
        return self._call(
            "GET /customer_lists/{customer_list_id}",
            {"customer_list_id": customer_list_id},
            options,
        )

    def update_customer_list(
        self,
        *,
        customer_list_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Rename a customer list."""
        return self._call(
            "PATCH /customer_lists/{customer_list_id}",
            {"customer_list_id": customer_list_id},
            options,
            body,
        )

    def delete_customer_list(
        self,
        *,
        customer_list_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Delete a customer list."""
        return self._call(
            "DELETE /customer_lists/{customer_list_id}",
            {"customer_list_id": customer_list_id},
            options,
        )

    def list_customers(
        self,
        *,
        customer_list_id: str,
        private_ref: Optional[str] = None,
        email: Optional[str] = None,
        phone: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the customers of a list."""
        return self._pages(
            "LIST /customer_lists/{customer_list_id}/customers",
            {"customer_list_id": customer_list_id, "private_ref": private_ref, "email": email, "phone": phone, "count": count, "cursor": cursor},
            options,
        )

    def create_customer(
        self,
        *,
        customer_list_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a customer."""
        return self._call(
            "POST /customer_lists/{customer_list_id}/customers",
            {"customer_list_id": customer_list_id},
            options,
            body,
        )

    def retrieve_customer(
        self,
        *,
        customer_list_id: str,
        customer_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a customer."""
        return self._call(
            "GET /customer_lists/{customer_list_id}/customers/{customer_id}",
            {"customer_list_id": customer_list_id, "customer_id": customer_id},
            options,
        )

    def update_customer(
        self,
        *,
        customer_list_id: str,
        customer_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Update a customer."""
        return self._call(
            "PATCH /customer_lists/{customer_list_id}/customers/{customer_id}",
            {"customer_list_id": customer_list_id, "customer_id": customer_id},
            options,
            body,
        )

    def anonymise_customer(
        self,
        *,
        customer_list_id: str,
        customer_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Anonymise a customer."""
        return self._call(
            "POST /customer_lists/{customer_list_id}/customers/{customer_id}/anonymise",
            {"customer_list_id": customer_list_id, "customer_id": customer_id},
            options,
        )

    def list_loyalty_cards(
        self,
        *,
        customer_list_id: str,
        customer_id: Optional[str] = None,
        name: Optional[str] = None,
        ref: Optional[str] = None,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the loyalty cards of a customer list."""
        return self._pages(
            "LIST /customer_lists/{customer_list_id}/loyalty_cards",
            {"customer_list_id": customer_list_id, "customer_id": customer_id, "name": name, "ref": ref, "count": count, "cursor": cursor},
            options,
        )

    def create_loyalty_card(
        self,
        *,
        customer_list_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a loyalty card."""
        return self._call(
            "POST /customer_lists/{customer_list_id}/loyalty_cards",
            {"customer_list_id": customer_list_id},
            options,
            body,
        )

    def retrieve_loyalty_card(
        self,
        *,
        customer_list_id: str,
        loyalty_card_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a loyalty card."""
        return self._call(
            "GET /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}",
            {"customer_list_id": customer_list_id, "loyalty_card_id": loyalty_card_id},
            options,
        )

    def update_loyalty_card(
        self,
        *,
        customer_list_id: str,
        loyalty_card_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Update a loyalty card."""
        return self._call(
            "PATCH /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}",
            {"customer_list_id": customer_list_id, "loyalty_card_id": loyalty_card_id},
            options,
            body,
        )

    def list_loyalty_operations(
        self,
        *,
        customer_list_id: str,
        loyalty_card_id: str,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the operations of a loyalty card."""
        return self._pages(
            "LIST /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations",
            {"customer_list_id": customer_list_id, "loyalty_card_id": loyalty_card_id, "count": count, "cursor": cursor},
            options,
        )

    def create_loyalty_operation(
        self,
        *,
        customer_list_id: str,
        loyalty_card_id: str,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Create a loyalty operation."""
        return self._call(
            "POST /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations",
            {"customer_list_id": customer_list_id, "loyalty_card_id": loyalty_card_id},
            options,
            body,
        )

    def retrieve_loyalty_operation(
        self,
        *,
        customer_list_id: str,
        loyalty_card_id: str,
        operation_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve a loyalty operation."""
        return self._call(
            "GET /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations/{operation_id}",
            {"customer_list_id": customer_list_id, "loyalty_card_id": loyalty_card_id, "operation_id": operation_id},
            options,
        )

    def retrieve_callback(
        self,
        *,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve the callback."""
        return self._call(
            "GET /callback",
            {},
            options,
        )

    def save_callback(
        self,
        *,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Create or replace the callback."""
        return self._call(
            "POST /callback",
            {},
            options,
            body,
        )

    def delete_callback(
        self,
        *,
        options: Optional[Options] = None,
    ) -> Any:
        """Delete the callback and its events."""
        return self._call(
            "DELETE /callback",
            {},
            options,
        )

    def list_callback_deliveries(
        self,
        *,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        state: Optional[str] = None,
        event_id: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the attempts to push events."""
        return self._pages(
            "LIST /callback/deliveries",
            {"count": count, "cursor": cursor, "state": state, "event_id": event_id},
            options,
        )

    def resend_events(
        self,
        *,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Send refused and given up events again."""
        return self._call(
            "POST /callback/deliveries/resend",
            {},
            options,
            body,
        )

    def resend_event(
        self,
        *,
        attempt_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Send the event of an attempt again."""
        return self._call(
            "POST /callback/deliveries/{attempt_id}/resend",
            {"attempt_id": attempt_id},
            options,
        )

    def list_events(
        self,
        *,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the unacknowledged events, without their states."""
        return self._pages(
            "LIST /callback/events",
            {"count": count, "cursor": cursor},
            options,
        )

    def delete_events(
        self,
        *,
        through: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Any:
        """Acknowledge all events up to one."""
        return self._call(
            "DELETE /callback/events",
            {"through": through},
            options,
        )

    def retrieve_event(
        self,
        *,
        event_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Retrieve an event."""
        return self._call(
            "GET /callback/events/{event_id}",
            {"event_id": event_id},
            options,
        )

    def delete_event(
        self,
        *,
        event_id: str,
        options: Optional[Options] = None,
    ) -> Any:
        """Acknowledge an event."""
        return self._call(
            "DELETE /callback/events/{event_id}",
            {"event_id": event_id},
            options,
        )

    def send_test_events(
        self,
        *,
        body: Any,
        options: Optional[Options] = None,
    ) -> Any:
        """Send test events."""
        return self._call(
            "POST /callback/test",
            {},
            options,
            body,
        )

    def list_requests(
        self,
        *,
        count: Optional[int] = None,
        cursor: Optional[str] = None,
        status: Optional[str] = None,
        method: Optional[str] = None,
        request_id: Optional[str] = None,
        after: Optional[str] = None,
        before: Optional[str] = None,
        options: Optional[Options] = None,
    ) -> Pages:
        """List the requests of the connection."""
        return self._pages(
            "LIST /requests",
            {"count": count, "cursor": cursor, "status": status, "method": method, "request_id": request_id, "after": after, "before": before},
            options,
        )
