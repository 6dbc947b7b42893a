/** Generated from docs/openapi.json by `npm run openapi`. */
export interface components {
  schemas: {
    /** @description The body of every error. Read `error_type`, `code`, `errors[].field` and `errors[].code` by program; messages are for people. */
    Error: {
      /** @description What is wrong, for people. */
      message: string;
      /** @description With 422: one entry for each of the first 100 faults; empty when no single field is to blame. */
      errors?: components['schemas']['FieldError'][];
      /** @description With 422: how many more faults were found; only when there are more than 100. */
      more_errors?: number;
      /**
       * @description What kind of error it is.
       * @enum {string}
       */
      error_type:
        | 'bad_request'
        | 'unauthorized'
        | 'forbidden'
        | 'not_found'
        | 'routing_error'
        | 'request_timeout'
        | 'conflict'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'unprocessable_entity'
        | 'too_many_requests'
        | 'internal_error'
        | 'service_unavailable'
        | 'outcome_unknown';
      /**
       * @description Which error it is. More codes may be added.
       * @enum {string}
       */
      code:
        | 'bad_request'
        | 'malformed_json'
        | 'malformed_parameter'
        | 'repeated_parameter'
        | 'request_out_of_date'
        | 'unauthorized'
        | 'access_token_missing'
        | 'access_tokens_differ'
        | 'access_token_invalid'
        | 'connection_blocked'
        | 'suspended'
        | 'account_connection_required'
        | 'forbidden'
        | 'permission_missing'
        | 'access_level_not_allowed'
        | 'connection_not_bound'
        | 'role_not_allowed'
        | 'menu_shared'
        | 'password_needed'
        | 'second_factor_needed'
        | 'subscription_unpaid'
        | 'not_found'
        | 'routing_error'
        | 'method_not_supported'
        | 'request_timeout'
        | 'conflict'
        | 'status_changed'
        | 'still_in_use'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'unprocessable_entity'
        | 'quota_used_up'
        | 'changed_meanwhile'
        | 'changes_too_large'
        | 'part_copied'
        | 'event_not_kept'
        | 'secret_unreadable'
        | 'test_shops_taken'
        | 'invalid_fields'
        | 'unknown_fields'
        | 'idempotency_key_reused'
        | 'answer_not_kept'
        | 'too_many_requests'
        | 'internal_error'
        | 'service_unavailable'
        | 'outcome_unknown';
      /** @description What to do next, for people. Only some errors have one. */
      hint?: string;
      /** @description Where the guide explains the code. */
      documentation_url: string;
      /** @description With 429: which limit is reached, such as `minute` or `high-load`. */
      limit?: string;
      /** @description With the code `quota_used_up`: which quota, such as `locations_of_an_account`. */
      quota?: string;
      /** @description With the code `quota_used_up`: its number. */
      maximum?: number;
      /** @description With 500: the id of the request. */
      request_id?: string;
      /** @description With the code `status_changed`: the status that the order has. */
      current_status?: string;
      /** @description Of the authorisation server only: the code of OAuth 2.0. */
      error?: string;
      /** @description Of the authorisation server only: the message. */
      error_description?: string;
    };
    /** @description One fault of a body or of a query. */
    FieldError: {
      /** @description The path from the root of the body, such as `items.0.price`; or the name of a query parameter. */
      field: string;
      /** @description What is wrong with it, for people. */
      message: string;
      /**
       * @description What is wrong with it, for programs. More codes may be added.
       * @enum {string}
       */
      code:
        | 'missing'
        | 'empty'
        | 'unknown_field'
        | 'unknown_value'
        | 'wrong_type'
        | 'wrong_format'
        | 'not_money'
        | 'wrong_currency'
        | 'not_a_number'
        | 'inexact_number'
        | 'not_a_time'
        | 'not_a_url'
        | 'not_an_email'
        | 'not_an_image'
        | 'forbidden_characters'
        | 'too_short'
        | 'too_long'
        | 'too_many'
        | 'too_small'
        | 'too_large'
        | 'too_early'
        | 'too_late'
        | 'too_deep'
        | 'not_found'
        | 'taken'
        | 'repeated'
        | 'inconsistent'
        | 'not_allowed'
        | 'changed'
        | 'expired'
        | 'incorrect'
        | 'invalid';
    };
    /** @description The user who authorised the connection. */
    User: {
      /** @description The id of the user. */
      id: string;
      /** @description The first name. */
      first_name: string | null;
      /** @description The last name. */
      last_name: string | null;
      /** @description The email address; only with the permission `profile_with_email`. */
      email?: string;
      /** @description Whether the hub has verified that the user reads mail to `email`; only with it. */
      email_verified?: boolean;
      /** @description The timezone of the user. */
      timezone: components['schemas']['Timezone'];
      /** @description The languages of the user, as tags such as `fr-FR`. */
      locales: string[];
    };
    /** @description A timezone. */
    Timezone: {
      /** @description The IANA name, such as `Europe/Paris`. */
      name: string;
      /**
       * @deprecated
       * @description Deprecated: the offset of standard time in seconds, without daylight saving.
       */
      offset: number;
    };
    /** @description A business that owns locations. */
    Account: {
      /** @description The id of the account. */
      id: string;
      /** @description The name of the account. */
      name: string;
      /** @description The ISO 4217 code of the currency of all its amounts. */
      currency: string;
    };
    /** @description A restaurant or shop. */
    Location: {
      /** @description The id of the location. */
      id: string;
      /** @description The name of the location. */
      name: string;
      /** @description The account that owns the location. */
      account: components['schemas']['Account'];
      /** @description The address. */
      address: string | null;
      /** @description The postal code. */
      postal_code: string | null;
      /** @description The city. */
      city: string | null;
      /** @description The country. */
      country: string | null;
      /** @description The timezone of the location. */
      timezone: components['schemas']['Timezone'];
      /**
       * @description The hours before this time of day belong to the evening before.
       * @example 06:00
       */
      cutoff_time: string;
      /** @description The opening hours of the week; null: not set. */
      opening_hours: components['schemas']['OpeningHours'] | null;
      /** @description The usual time of preparation, in minutes. */
      preparation_time: number;
      /** @description How orders are taken at present. */
      order_acceptance: components['schemas']['OrderAcceptance'];
      /** @description The custom fields of the location. */
      custom_fields: components['schemas']['CustomFields'];
    };
    /** @description The opening hours of a week ([opening hours](api/locations.md#opening-hours)). */
    OpeningHours: {
      /** @description The slots of Monday. */
      monday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Tuesday. */
      tuesday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Wednesday. */
      wednesday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Thursday. */
      thursday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Friday. */
      friday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Saturday. */
      saturday: components['schemas']['OpeningSlot'][];
      /** @description The slots of Sunday. */
      sunday: components['schemas']['OpeningSlot'][];
    };
    /** @description A time of a day during which the location is open, in local time. */
    OpeningSlot: {
      /**
       * @description When it opens; on the next day if it also closes before the cut-off time.
       * @example 18:30
       */
      from: string;
      /**
       * @description When it closes; earlier than the cut-off time, it is on the next day.
       * @example 18:30
       */
      to: string;
    };
    /** @description Orders are taken as usual. */
    NormalAcceptance: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'normal';
    };
    /** @description Orders are taken, and take longer. */
    BusyAcceptance: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'busy';
      /** @description When the mode becomes `normal` by itself; null: only an update changes it. */
      resume_at: components['schemas']['Time'] | null;
      /** @description The minutes that are added to `preparation_time`. */
      extra_preparation_time: number;
    };
    /**
     * Format: date-time
     * @description A date and time with a UTC offset; seconds, and the minutes of the offset, may be left out ([times](api/conventions.md#times)).
     * @example 2026-03-01T18:30:00+01:00
     */
    Time: string;
    /** @description No orders are taken. */
    PausedAcceptance: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'paused';
      /** @description When the mode becomes `normal` by itself; null: only an update changes it. */
      resume_at: components['schemas']['Time'] | null;
      /** @description Why no orders are taken; customers may see it. */
      reason: string | null;
    };
    /** @description How orders are taken. */
    OrderAcceptance:
      | components['schemas']['NormalAcceptance']
      | components['schemas']['BusyAcceptance']
      | components['schemas']['PausedAcceptance'];
    /** @description An object with values of any JSON type, which all clients share ([custom fields](api/conventions.md#custom-fields)). */
    CustomFields: {
      [key: string]: unknown;
    };
    /** @description What changes of a location. Other fields are ignored. */
    LocationUpdate: {
      /** @description The hours before this time of day belong to the evening before. */
      cutoff_time?: string | null;
      /** @description The opening hours of the week; null: not set. */
      opening_hours?: components['schemas']['OpeningHoursUpdate'] | null;
      /** @description The usual time of preparation, in minutes. */
      preparation_time?: number | null;
      /** @description How orders are taken at present. */
      order_acceptance?: components['schemas']['OrderAcceptanceUpdate'] | null;
      /** @description The custom fields to set or, with null, to remove. */
      custom_fields?: components['schemas']['CustomFieldsUpdate'] | null;
    };
    /** @description The opening hours of a week. A day that is left out is closed. */
    OpeningHoursUpdate: {
      /** @description The slots of Monday. */
      monday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Tuesday. */
      tuesday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Wednesday. */
      wednesday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Thursday. */
      thursday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Friday. */
      friday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Saturday. */
      saturday?: components['schemas']['OpeningSlot'][] | null;
      /** @description The slots of Sunday. */
      sunday?: components['schemas']['OpeningSlot'][] | null;
    };
    /** @description How orders are taken: one of three shapes. */
    OrderAcceptanceUpdate:
      | components['schemas']['NormalAcceptanceUpdate']
      | components['schemas']['BusyAcceptanceUpdate']
      | components['schemas']['PausedAcceptanceUpdate'];
    /** @description Orders are taken as usual. */
    NormalAcceptanceUpdate: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'normal';
      /** @description Not with this mode. */
      resume_at?: null;
      /** @description Not with this mode. */
      extra_preparation_time?: null;
      /** @description Not with this mode. */
      reason?: null;
    };
    /** @description Orders are taken, and take longer. */
    BusyAcceptanceUpdate: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'busy';
      /** @description When the mode becomes `normal` by itself; null: only an update changes it. */
      resume_at?: components['schemas']['Time'] | null;
      /** @description The minutes that are added to `preparation_time`. */
      extra_preparation_time: number;
      /** @description Not with this mode. */
      reason?: null;
    };
    /** @description No orders are taken. */
    PausedAcceptanceUpdate: {
      /**
       * @description How orders are taken.
       * @constant
       */
      mode: 'paused';
      /** @description When the mode becomes `normal` by itself; null: only an update changes it. */
      resume_at?: components['schemas']['Time'] | null;
      /** @description Not with this mode. */
      extra_preparation_time?: null;
      /** @description Why no orders are taken; customers may see it. */
      reason?: string | null;
    };
    /**
     * @description An object with values of any JSON type, at most 8192 bytes; null removes a key ([custom fields](api/conventions.md#custom-fields)).
     * @example {
     *       "table": 12,
     *       "erp": {
     *         "id": "A-1"
     *       }
     *     }
     */
    CustomFieldsUpdate: {
      [key: string]: unknown;
    };
    /** @description An access token, and what it is for. */
    Token: {
      /** @description The access token of the connection. */
      access_token: string;
      /**
       * @description How to send it: `Authorization: Bearer`, or in `X-Access-Token`.
       * @constant
       */
      token_type: 'Bearer';
      /** @description The id of the account. */
      account_id: string | null;
      /** @description The id of the location; null unless the connection is bound to one. */
      location_id: string | null;
      /** @description The id of the catalog that the user chose. */
      catalog_id: string | null;
      /** @description The id of the customer list that the user chose. */
      customer_list_id: string | null;
      /** @description The name of the account. */
      account_name: string | null;
      /** @description The name of the location. */
      location_name: string | null;
      /** @description The name of the catalog. */
      catalog_name: string | null;
      /** @description The name of the customer list. */
      customer_list_name: string | null;
      /** @description The id of the user who authorised the connection. */
      user_id: string;
      /** @description The id of the connection, for a new authorisation of the same. */
      app_instance_id: string;
    };
    /** @description The parameters that are exchanged for an access token. */
    TokenRequest: {
      /** @description The client id, of clients that send no Authorization header. */
      client_id?: string | null;
      /** @description The client secret, of clients that send no Authorization header. */
      client_secret?: string | null;
      /** @description `authorization_code`. */
      grant_type?: string | null;
      /** @description The authorisation code. Needed. */
      code?: string | null;
      /** @description The redirect URI of the authorisation request. */
      redirect_uri?: string | null;
      /** @description The verifier of PKCE, if the authorisation request had a challenge. */
      code_verifier?: string | null;
    };
    /** @description An order, as the client that asks may see it. */
    Order: {
      /** @description The id of the order. */
      id: string;
      /** @description The location that the order is for. */
      location_id: string;
      /** @description When the order was created. */
      created_at: components['schemas']['Time'];
      /** @description The name of the client that created the order. */
      created_by: string;
      /** @description Tells several connections of one client apart. */
      connection_name: string | null;
      /** @description Where the order comes from, for dashboards; by default the name of the client. */
      channel: string;
      /** @description The reference in the application that creates the order. */
      ref: string | null;
      /** @description Your own reference of the order, by which you find it again. */
      private_ref: components['schemas']['PrivateRef'] | null;
      status: components['schemas']['OrderStatus'];
      /** @description How the customer gets the order: `delivery`, `collection` or `eat_in`. */
      service_type: string | null;
      /** @description Which type of order it is more exactly: its channel, brand or delivery method. */
      service_type_ref: string | null;
      /** @description When the customer expects the order. */
      expected_time: components['schemas']['Time'] | null;
      /** @description Whether the customer wants the order as soon as possible. */
      asap: boolean | null;
      /** @description When the order is expected to be picked up. */
      expected_time_pickup: components['schemas']['Time'] | null;
      /** @description When the order is confirmed to be ready. */
      confirmed_time: components['schemas']['Time'] | null;
      /** @description Instructions of the customer. */
      customer_notes: string | null;
      /** @description Information of the merchant. */
      seller_notes: string | null;
      /** @description A short code that the customer knows too; not necessarily unique. */
      collection_code: string | null;
      /** @description The coupon codes that were applied. */
      coupon_codes: string[];
      /** @description What was ordered. */
      items: components['schemas']['OrderItem'][];
      deals: components['schemas']['OrderDeals'];
      /** @description Discounts on the order as a whole. */
      discounts: components['schemas']['OrderDiscount'][];
      /** @description What is added to the price. */
      charges: components['schemas']['OrderCharge'][];
      /** @description What was paid. An order without payments is unpaid. */
      payments: components['schemas']['OrderPayment'][];
      /** @description The customer as recorded at creation; its `id` is null for a guest. */
      customer: components['schemas']['OrderCustomer'];
      /** @description Changes of the points on the customer's loyalty cards. */
      loyalty_operations: components['schemas']['OrderLoyaltyOperation'][];
      /** @description The custom fields of the order. */
      custom_fields: components['schemas']['CustomFields'];
      /** @description The subtotals and charges minus the discounts, without deleted elements. */
      total: components['schemas']['ComputedMoney'];
      /**
       * @deprecated
       * @description Deprecated: always null.
       */
      total_discrepancy: string | null;
      /**
       * @deprecated
       * @description Deprecated: the payments minus the total; null without payments.
       */
      payment_discrepancy: components['schemas']['ComputedMoney'] | null;
      /** @description The delivery; only when the order has one. */
      delivery?: components['schemas']['OrderDelivery'];
    };
    /**
     * @description A reference of your own, which no other client sees ([private refs](api/conventions.md#private-refs)).
     * @example basket-17
     */
    PrivateRef: string;
    /**
     * @description How far the order is ([order statuses](api/orders.md#order-statuses)).
     * @enum {string}
     */
    OrderStatus:
      | 'new'
      | 'received'
      | 'accepted'
      | 'in_preparation'
      | 'awaiting_shipment'
      | 'awaiting_collection'
      | 'in_delivery'
      | 'completed'
      | 'rejected'
      | 'cancelled'
      | 'delivery_failed';
    /** @description An item of an order. */
    OrderItem: {
      /** @description The id of the element. */
      id: string;
      /** @description Your own reference of the element. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The name of the product. */
      product_name: string;
      /** @description The name of the sku, mostly a size or colour. */
      sku_name: string | null;
      /** @description The ref of the sku. */
      sku_ref: string | null;
      /** @description The price of one sku, without its options. */
      price: components['schemas']['Money'];
      /** @description How many of it. */
      quantity: components['schemas']['Decimal'];
      /** @description (Price + the prices of its options) × quantity. */
      subtotal: components['schemas']['ComputedMoney'];
      /** @description A percentage: `15.5` means 15.5 %. Nothing is computed from it. */
      tax_rate: components['schemas']['Decimal'] | null;
      /** @description Groups items: a course, batch or portion. */
      subset: string | null;
      /** @description Instructions of the customer. */
      customer_notes: string | null;
      /** @description The points that the item earns. No loyalty card is changed by it. */
      points_earned: components['schemas']['Decimal'] | null;
      /** @description The points that were spent on the item. No loyalty card is changed by it. */
      points_used: components['schemas']['Decimal'] | null;
      /** @description The options that were chosen. */
      options: components['schemas']['OrderOption'][];
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted: boolean;
      /** @description To which deal the item belongs; only for an item that is part of a deal. */
      deal_line?: components['schemas']['OrderDealLine'];
    };
    /**
     * @description An amount with 2 decimals and its ISO 4217 currency ([money](api/conventions.md#money)).
     * @example 12.50 EUR
     */
    Money: string;
    /**
     * @description An exact decimal number as a string ([decimals](api/conventions.md#decimals)).
     * @example 2.5
     */
    Decimal: string;
    /**
     * @description Money that the hub computed; it may have more digits than what is sent.
     * @example 23.60 EUR
     */
    ComputedMoney: string;
    /** @description An option of an item. */
    OrderOption: {
      /** @description The name of the option list. */
      option_list_name: string;
      /** @description The name of the option. */
      name: string;
      /** @description The ref of the option. */
      ref: string | null;
      /** @description The price of one; without it the option is free. */
      price: components['schemas']['Money'] | null;
      /** @description How often it is selected for a single unit of the item. */
      quantity: number;
      /** @description Whether the option was taken away, such as an ingredient. Its price is then what is charged for it. */
      removed: boolean | null;
    };
    /** @description To which deal an item belongs. */
    OrderDealLine: {
      /** @description A key of the order's deals. */
      deal_key: string;
      /** @description For example the kind of item in this line of the deal. */
      label: string | null;
      /** @description Returned as it was sent. */
      position: number | string | null;
      /** @description How the deal changes the price. Nothing is computed from it. */
      pricing_effect: ('unchanged' | 'fixed_price' | 'price_off' | 'percentage_off') | null;
      /** @description Money for `fixed_price` and `price_off`, a decimal from 0 to 100 for `percentage_off`, null for `unchanged` or without an effect. */
      pricing_value: string | null;
    };
    /** @description The deals of an order by deal key. */
    OrderDeals: {
      [key: string]: {
        /** @description The name of the deal. */
        name: string;
        /** @description The ref of the deal. */
        ref: string | null;
      };
    };
    /** @description A discount on the order as a whole. */
    OrderDiscount: {
      /** @description The id of the element. */
      id: string;
      /** @description Your own reference of the element. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The name of the discount. */
      name: string;
      /** @description The ref of the discount. */
      ref: string | null;
      /** @description What is taken off the price of the order. */
      price_off: components['schemas']['Money'];
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted: boolean;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      pricing_effect: string | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      pricing_value: string | null;
    };
    /** @description A charge, which adds to the price. */
    OrderCharge: {
      /** @description The id of the element. */
      id: string;
      /** @description Your own reference of the element. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The name of the charge. */
      name: string;
      /** @description The ref of the charge. */
      ref: string | null;
      /** @description What is added to the price of the order. */
      price: components['schemas']['Money'];
      /** @description A percentage: `15.5` means 15.5 %. Nothing is computed from it. */
      tax_rate: components['schemas']['Decimal'] | null;
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted: boolean;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      type: string | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_type: string | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_price: string | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_ref: string | null;
    };
    /** @description A payment. */
    OrderPayment: {
      /** @description The id of the element. */
      id: string;
      /** @description Your own reference of the element. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The name of the means of payment. */
      name: string | null;
      /** @description The ref of the means of payment. */
      ref: string | null;
      /** @description What was paid. */
      amount: components['schemas']['Money'];
      /** @description Any further information. */
      info: {
        [key: string]: unknown;
      } | null;
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted: boolean;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      type: string | null;
    };
    /**
     * Format: date
     * @description A day of the calendar ([dates](api/conventions.md#dates)).
     * @example 2026-03-01
     */
    Date: string;
    /**
     * @description A latitude or a longitude, with any number of decimals ([coordinates](api/conventions.md#coordinates)).
     * @example 48.85661
     */
    Coordinate: string;
    /** @description A loyalty card of a customer. */
    CustomerLoyaltyCard: {
      /** @description The id of the card. */
      id: string;
      /** @description Which card it is; null for the only one. */
      ref: string | null;
      /** @description The name of the card. */
      name: string | null;
      /** @description The points on the card. */
      balance: components['schemas']['ComputedDecimal'];
    };
    /**
     * @description A decimal that the hub computed; it may have more digits than what is sent.
     * @example 17.7
     */
    ComputedDecimal: string;
    /** @description The customer of an order, as recorded when the order was created. */
    OrderCustomer: {
      /** @description The id of the customer; null for a guest. */
      id: string | null;
      /** @description The list that the customer is in; null for a guest. */
      customer_list_id: string | null;
      /** @description Whether the personal data was removed. */
      anonymised: boolean;
      /** @description Your own reference of the customer. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The email address. */
      email: string | null;
      /** @description The first name. */
      first_name: string | null;
      /** @description The last name. */
      last_name: string | null;
      /** @description `male` or `female`. */
      gender: string | null;
      /** @description The date of birth. */
      birth_date: components['schemas']['Date'] | null;
      /** @description The name of the company. */
      company_name: string | null;
      /** @description The phone number, preferably in the E.164 format. */
      phone: string | null;
      /** @description The code to dial after the phone number. */
      phone_access_code: string | null;
      /** @description The first line of the address. */
      address_1: string | null;
      /** @description The second line of the address. */
      address_2: string | null;
      /** @description The postal code. */
      postal_code: string | null;
      /** @description The city. */
      city: string | null;
      /** @description The state or region. */
      state: string | null;
      /** @description The ISO 3166-1 alpha-2 code of the country. */
      country: string | null;
      /** @description The latitude of the address. */
      latitude: components['schemas']['Coordinate'] | null;
      /** @description The longitude of the address. */
      longitude: components['schemas']['Coordinate'] | null;
      /** @description Instructions for whoever delivers. */
      delivery_notes: string | null;
      /** @description Whether the customer accepts advertisements by SMS. */
      sms_marketing: boolean;
      /** @description Whether the customer accepts advertisements by email. */
      email_marketing: boolean;
      /** @description The custom fields of the customer. */
      custom_fields: components['schemas']['CustomFields'];
      /** @description When the customer was created; null for a guest. */
      created_at: components['schemas']['Time'] | null;
      /** @description How many orders are attached to the customer; null for a guest. */
      nb_orders: number | null;
      /** @description The sum of the totals of these orders. */
      order_total: components['schemas']['ComputedMoney'] | null;
      /** @description When the first of these orders was created. */
      first_order_date: components['schemas']['Time'] | null;
      /** @description When the last of these orders was created. */
      last_order_date: components['schemas']['Time'] | null;
      /** @description The loyalty cards of the customer. */
      loyalty_cards: components['schemas']['CustomerLoyaltyCard'][];
    };
    /** @description A change of the points on the customer's loyalty card. */
    OrderLoyaltyOperation: {
      /** @description Which loyalty card it is; null for the only one. */
      ref: string | null;
      /** @description The name of the loyalty card. */
      name: string | null;
      /** @description The points to add; negative to deduct. */
      delta: components['schemas']['Decimal'];
      /** @description Why the points change. */
      reason: string | null;
    };
    /** @description The delivery of an order, without the driver's position. */
    OrderDelivery: {
      /** @description The id of the delivery. */
      id: string;
      /** @description The order that is delivered. */
      order_id: string;
      /** @description The location of the order. */
      location_id: string;
      /** @description Who carries the order. It cannot be changed. */
      carrier: string;
      /** @description The ref of the carrier. It cannot be changed. */
      carrier_ref: string | null;
      /** @description The carrier's identifier, such as the number of the service. */
      ref: string | null;
      status: components['schemas']['DeliveryStatus'];
      /** @description What the carrier charges the business; a text of any form. It cannot be changed. */
      fee: string | null;
      /** @description When the driver is expected to pick the order up. */
      estimated_pickup_at: components['schemas']['Time'] | null;
      /** @description When the order is expected at its customer. */
      estimated_dropoff_at: components['schemas']['Time'] | null;
      /** @description Where the customer can follow the delivery. */
      tracking_url: string | null;
      /** @description The URL that the driver scans at pickup to confirm the handover. */
      driver_pickup_url: string | null;
      /** @description The name of the driver. */
      driver_name: string | null;
      /** @description The phone number of the driver. */
      driver_phone: string | null;
      /** @description The code to dial after the phone number. */
      driver_phone_access_code: string | null;
      /** @description When the driver set out; set when the status becomes `pickup_enroute`. */
      assigned_at: components['schemas']['Time'] | null;
      /** @description When the driver picked the order up; set when the status becomes `dropoff_enroute`. */
      pickup_at: components['schemas']['Time'] | null;
      /** @description When the order was delivered; set when the status becomes `delivered`. */
      delivered_at: components['schemas']['Time'] | null;
      /** @description When the delivery was cancelled; set when the status becomes `cancelled`. */
      cancelled_at: components['schemas']['Time'] | null;
    };
    /**
     * @description How far the delivery is ([delivery statuses](api/deliveries.md#delivery-statuses)).
     * @enum {string}
     */
    DeliveryStatus:
      | 'pending'
      | 'pickup_enroute'
      | 'pickup_approaching'
      | 'pickup_waiting'
      | 'dropoff_enroute'
      | 'dropoff_approaching'
      | 'dropoff_waiting'
      | 'delivered'
      | 'cancelled';
    /** @description A change of the points on the customer's loyalty card. */
    OrderLoyaltyOperationCreate: {
      /** @description Which loyalty card it is; null for the only one. */
      ref?: string | null;
      /** @description The name of the loyalty card. */
      name?: string | null;
      /** @description The points to add; negative to deduct. */
      delta: components['schemas']['Decimal'] | number;
      /** @description Why the points change. */
      reason?: string | null;
    };
    /** @description A new payment. */
    OrderPaymentCreate: {
      /** @description Your own reference of the element. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The name of the means of payment. */
      name?: string | null;
      /** @description The ref of the means of payment. */
      ref?: string | null;
      /** @description What was paid. */
      amount: components['schemas']['Money'];
      /** @description Any further information. */
      info?: {
        [key: string]: unknown;
      } | null;
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted?: boolean | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      type?: (string | number) | null;
    };
    /** @description A new charge, which adds to the price. */
    OrderChargeCreate: {
      /** @description Your own reference of the element. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The name of the charge. */
      name: string;
      /** @description The ref of the charge. */
      ref?: string | null;
      /** @description What is added to the price of the order. */
      price: components['schemas']['Money'];
      /** @description A percentage: `15.5` means 15.5 %. Nothing is computed from it. */
      tax_rate?: (components['schemas']['Decimal'] | number) | null;
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted?: boolean | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      type?: (string | number) | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_type?: (string | number) | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_price?: (string | number) | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      charge_ref?: (string | number) | null;
    };
    /** @description A new discount on the order as a whole. */
    OrderDiscountCreate: {
      /** @description Your own reference of the element. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The name of the discount. */
      name: string;
      /** @description The ref of the discount. */
      ref?: string | null;
      /** @description What is taken off the price of the order. */
      price_off: components['schemas']['Money'];
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted?: boolean | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      pricing_effect?: (string | number) | null;
      /**
       * @deprecated
       * @description Deprecated: returned as it was sent. Nothing is computed from it.
       */
      pricing_value?: (string | number) | null;
    };
    /** @description An option of a new item. */
    OrderOptionCreate: {
      /** @description The name of the option list. */
      option_list_name: string;
      /** @description The name of the option. */
      name: string;
      /** @description The ref of the option. */
      ref?: string | null;
      /** @description The price of one; without it the option is free. */
      price?: components['schemas']['Money'] | null;
      /** @description How often it is selected for a single unit of the item. By default 1. */
      quantity?: number | null;
      /** @description Whether the option was taken away, such as an ingredient. Its price is then what is charged for it. */
      removed?: boolean | null;
    };
    /** @description A new item. */
    OrderItemCreate: {
      /** @description Your own reference of the element. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The name of the product. */
      product_name: string;
      /** @description The name of the sku, mostly a size or colour. */
      sku_name?: string | null;
      /** @description The ref of the sku. */
      sku_ref?: string | null;
      /** @description The price of one sku, without its options. */
      price: components['schemas']['Money'];
      /** @description How many of it. */
      quantity: components['schemas']['Decimal'] | number;
      /** @description A percentage: `15.5` means 15.5 %. Nothing is computed from it. */
      tax_rate?: (components['schemas']['Decimal'] | number) | null;
      /** @description Groups items: a course, batch or portion. */
      subset?: string | null;
      /** @description Instructions of the customer. */
      customer_notes?: string | null;
      /** @description The points that the item earns. No loyalty card is changed by it. */
      points_earned?: (components['schemas']['Decimal'] | number) | null;
      /** @description The points that were spent on the item. No loyalty card is changed by it. */
      points_used?: (components['schemas']['Decimal'] | number) | null;
      /** @description The options that were chosen. */
      options?: components['schemas']['OrderOptionCreate'][] | null;
      /** @description Whether the element is deleted: it stays in the order and does not count. A deletion cannot be undone. */
      deleted?: boolean | null;
      /** @description To which deal the item belongs; only for an item that is part of a deal. */
      deal_line?: components['schemas']['OrderDealLineCreate'] | null;
    };
    /** @description To which deal an item belongs. */
    OrderDealLineCreate: {
      /** @description A key of the order's deals. */
      deal_key: string;
      /** @description For example the kind of item in this line of the deal. */
      label?: string | null;
      /** @description Returned as it was sent. */
      position?: (number | string) | null;
      /** @description How the deal changes the price. Nothing is computed from it. */
      pricing_effect?: ('unchanged' | 'fixed_price' | 'price_off' | 'percentage_off') | null;
      /** @description Money for `fixed_price` and `price_off`, a decimal from 0 to 100 for `percentage_off`, null for `unchanged` or without an effect. */
      pricing_value?: (string | (components['schemas']['Decimal'] | number)) | null;
    };
    /** @description The deals of a new order by deal key. The hub renumbers the keys. */
    OrderDealsCreate: {
      [key: string]: {
        /** @description The name of the deal. */
        name: string;
        /** @description The ref of the deal. */
        ref?: string | null;
      };
    };
    /** @description The customer of a guest order. */
    GuestCustomer: {
      /** @description The email address. */
      email?: string | null;
      /** @description The first name. */
      first_name?: string | null;
      /** @description The last name. */
      last_name?: string | null;
      /** @description `male` or `female`. */
      gender?: ('male' | 'female') | null;
      /** @description The date of birth. */
      birth_date?: components['schemas']['Date'] | null;
      /** @description The name of the company. */
      company_name?: string | null;
      /** @description The phone number, preferably in the E.164 format. */
      phone?: string | null;
      /** @description The code to dial after the phone number. */
      phone_access_code?: string | null;
      /** @description The first line of the address. */
      address_1?: string | null;
      /** @description The second line of the address. */
      address_2?: string | null;
      /** @description The postal code. */
      postal_code?: string | null;
      /** @description The city. */
      city?: string | null;
      /** @description The state or region. */
      state?: string | null;
      /** @description The ISO 3166-1 alpha-2 code of the country. */
      country?: string | null;
      /** @description The latitude of the address. */
      latitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description The longitude of the address. */
      longitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description Instructions for whoever delivers. */
      delivery_notes?: string | null;
      /** @description Whether the customer accepts advertisements by SMS. */
      sms_marketing?: boolean | null;
      /** @description Whether the customer accepts advertisements by email. */
      email_marketing?: boolean | null;
    };
    /** @description A new order. Only `status` is required. */
    OrderCreate: {
      /** @description Where the order comes from, for dashboards; by default the name of the client. */
      channel?: string | null;
      /** @description The reference in the application that creates the order. */
      ref?: string | null;
      /** @description Your own reference of the order, by which you find it again. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      status: components['schemas']['OrderStatus'];
      /** @description How the customer gets the order: `delivery`, `collection` or `eat_in`. */
      service_type?: ('delivery' | 'collection' | 'eat_in') | null;
      /** @description Which type of order it is more exactly: its channel, brand or delivery method. */
      service_type_ref?: string | null;
      /** @description When the customer expects the order. */
      expected_time?: components['schemas']['Time'] | null;
      /** @description Whether the customer wants the order as soon as possible. */
      asap?: boolean | null;
      /** @description When the order is expected to be picked up. */
      expected_time_pickup?: components['schemas']['Time'] | null;
      /** @description When the order is confirmed to be ready. */
      confirmed_time?: components['schemas']['Time'] | null;
      /** @description Instructions of the customer. */
      customer_notes?: string | null;
      /** @description Information of the merchant. */
      seller_notes?: string | null;
      /** @description A short code that the customer knows too; not necessarily unique. */
      collection_code?: string | null;
      /** @description The coupon codes that were applied. */
      coupon_codes?: string[] | null;
      /** @description What was ordered. */
      items?: components['schemas']['OrderItemCreate'][] | null;
      /** @description The deals that items belong to, by deal key. */
      deals?: components['schemas']['OrderDealsCreate'] | null;
      /** @description Discounts on the order as a whole. */
      discounts?: components['schemas']['OrderDiscountCreate'][] | null;
      /** @description What is added to the price. */
      charges?: components['schemas']['OrderChargeCreate'][] | null;
      /** @description What was paid. An order without payments is unpaid. */
      payments?: components['schemas']['OrderPaymentCreate'][] | null;
      /** @description An existing customer; not together with the other fields that name one. */
      customer_id?: string | null;
      /** @description The list of an existing customer; with `customer_private_ref`. */
      customer_list_id?: string | null;
      /** @description Your reference of an existing customer; with `customer_list_id`. */
      customer_private_ref?: string | null;
      /** @description The data of a guest; not together with an existing customer. */
      customer?: components['schemas']['GuestCustomer'] | null;
      /** @description Changes of the points on the customer's loyalty cards. Only for an order of an existing customer. */
      loyalty_operations?: components['schemas']['OrderLoyaltyOperationCreate'][] | null;
      /** @description The custom fields of the order. */
      custom_fields?: components['schemas']['CustomFieldsUpdate'] | null;
    };
    /** @description Deletes an element: its id, and no other field. */
    ElementDeletion: {
      /** @description The id of an element of the order. */
      id: string;
      /**
       * @description Marks the element as deleted.
       * @constant
       */
      deleted: true;
    };
    /** @description Sets your private ref of an element: its id, and no other field. */
    ElementPrivateRef: {
      /** @description The id of an element of the order. */
      id: string;
      /** @description Your reference of the element; null removes it. */
      private_ref: components['schemas']['PrivateRef'] | null;
    };
    /** @description The fields of an order to update. Null clears a field; other fields are ignored. */
    OrderUpdate: {
      status?: components['schemas']['OrderStatus'];
      /** @description When the order is confirmed to be ready. */
      confirmed_time?: components['schemas']['Time'] | null;
      /** @description Information of the merchant. */
      seller_notes?: string | null;
      /** @description A short code that the customer knows too; not necessarily unique. */
      collection_code?: string | null;
      /** @description Your own reference of the order, by which you find it again. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The custom fields to set or, with null, to remove. */
      custom_fields?: components['schemas']['CustomFieldsUpdate'] | null;
      /** @description Items to add, to delete, or to give your private ref. */
      items?:
        | (
            | components['schemas']['OrderItemCreate']
            | components['schemas']['ElementDeletion']
            | components['schemas']['ElementPrivateRef']
          )[]
        | null;
      /** @description Discounts to add, to delete, or to give your private ref. */
      discounts?:
        | (
            | components['schemas']['OrderDiscountCreate']
            | components['schemas']['ElementDeletion']
            | components['schemas']['ElementPrivateRef']
          )[]
        | null;
      /** @description Charges to add, to delete, or to give your private ref. */
      charges?:
        | (
            | components['schemas']['OrderChargeCreate']
            | components['schemas']['ElementDeletion']
            | components['schemas']['ElementPrivateRef']
          )[]
        | null;
      /** @description Payments to add, to delete, or to give your private ref. */
      payments?:
        | (
            | components['schemas']['OrderPaymentCreate']
            | components['schemas']['ElementDeletion']
            | components['schemas']['ElementPrivateRef']
          )[]
        | null;
    };
    /** @description The delivery of an order to its customer. */
    Delivery: {
      /** @description The id of the delivery. */
      id: string;
      /** @description The order that is delivered. */
      order_id: string;
      /** @description The location of the order. */
      location_id: string;
      /** @description Who carries the order. It cannot be changed. */
      carrier: string;
      /** @description The ref of the carrier. It cannot be changed. */
      carrier_ref: string | null;
      /** @description The carrier's identifier, such as the number of the service. */
      ref: string | null;
      status: components['schemas']['DeliveryStatus'];
      /** @description What the carrier charges the business; a text of any form. It cannot be changed. */
      fee: string | null;
      /** @description When the driver is expected to pick the order up. */
      estimated_pickup_at: components['schemas']['Time'] | null;
      /** @description When the order is expected at its customer. */
      estimated_dropoff_at: components['schemas']['Time'] | null;
      /** @description Where the customer can follow the delivery. */
      tracking_url: string | null;
      /** @description The URL that the driver scans at pickup to confirm the handover. */
      driver_pickup_url: string | null;
      /** @description The name of the driver. */
      driver_name: string | null;
      /** @description The phone number of the driver. */
      driver_phone: string | null;
      /** @description The code to dial after the phone number. */
      driver_phone_access_code: string | null;
      /** @description When the driver set out; set when the status becomes `pickup_enroute`. */
      assigned_at: components['schemas']['Time'] | null;
      /** @description When the driver picked the order up; set when the status becomes `dropoff_enroute`. */
      pickup_at: components['schemas']['Time'] | null;
      /** @description When the order was delivered; set when the status becomes `delivered`. */
      delivered_at: components['schemas']['Time'] | null;
      /** @description When the delivery was cancelled; set when the status becomes `cancelled`. */
      cancelled_at: components['schemas']['Time'] | null;
      /** @description The latitude of where the driver is. Not shown in the order. */
      driver_latitude: components['schemas']['Coordinate'] | null;
      /** @description The longitude of where the driver is. Not shown in the order. */
      driver_longitude: components['schemas']['Coordinate'] | null;
    };
    /** @description A new delivery. Only `carrier` and `status` are required. */
    DeliveryCreate: {
      /** @description Who carries the order. It cannot be changed. */
      carrier: string;
      /** @description The ref of the carrier. It cannot be changed. */
      carrier_ref?: string | null;
      status: components['schemas']['DeliveryStatus'];
      /** @description What the carrier charges the business; a text of any form. It cannot be changed. */
      fee?: string | null;
      /** @description The carrier's identifier, such as the number of the service. */
      ref?: string | null;
      /** @description When the driver is expected to pick the order up. */
      estimated_pickup_at?: components['schemas']['Time'] | null;
      /** @description When the order is expected at its customer. */
      estimated_dropoff_at?: components['schemas']['Time'] | null;
      /** @description Where the customer can follow the delivery. */
      tracking_url?: string | null;
      /** @description The URL that the driver scans at pickup to confirm the handover. */
      driver_pickup_url?: string | null;
      /** @description The name of the driver. */
      driver_name?: string | null;
      /** @description The phone number of the driver. */
      driver_phone?: string | null;
      /** @description The code to dial after the phone number. */
      driver_phone_access_code?: string | null;
      /** @description The latitude of where the driver is. Not shown in the order. */
      driver_latitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description The longitude of where the driver is. Not shown in the order. */
      driver_longitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description When the driver set out; set when the status becomes `pickup_enroute`. */
      assigned_at?: components['schemas']['Time'] | null;
      /** @description When the driver picked the order up; set when the status becomes `dropoff_enroute`. */
      pickup_at?: components['schemas']['Time'] | null;
      /** @description When the order was delivered; set when the status becomes `delivered`. */
      delivered_at?: components['schemas']['Time'] | null;
      /** @description When the delivery was cancelled; set when the status becomes `cancelled`. */
      cancelled_at?: components['schemas']['Time'] | null;
    };
    /** @description The fields of a delivery to update. Null clears a field. */
    DeliveryUpdate: {
      status?: components['schemas']['DeliveryStatus'];
      /** @description The carrier's identifier, such as the number of the service. */
      ref?: string | null;
      /** @description When the driver is expected to pick the order up. */
      estimated_pickup_at?: components['schemas']['Time'] | null;
      /** @description When the order is expected at its customer. */
      estimated_dropoff_at?: components['schemas']['Time'] | null;
      /** @description Where the customer can follow the delivery. */
      tracking_url?: string | null;
      /** @description The URL that the driver scans at pickup to confirm the handover. */
      driver_pickup_url?: string | null;
      /** @description The name of the driver. */
      driver_name?: string | null;
      /** @description The phone number of the driver. */
      driver_phone?: string | null;
      /** @description The code to dial after the phone number. */
      driver_phone_access_code?: string | null;
      /** @description The latitude of where the driver is. Not shown in the order. */
      driver_latitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description The longitude of where the driver is. Not shown in the order. */
      driver_longitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description When the driver set out; set when the status becomes `pickup_enroute`. */
      assigned_at?: components['schemas']['Time'] | null;
      /** @description When the driver picked the order up; set when the status becomes `dropoff_enroute`. */
      pickup_at?: components['schemas']['Time'] | null;
      /** @description When the order was delivered; set when the status becomes `delivered`. */
      delivered_at?: components['schemas']['Time'] | null;
      /** @description When the delivery was cancelled; set when the status becomes `cancelled`. */
      cancelled_at?: components['schemas']['Time'] | null;
    };
    /** @description A catalog. It has either `location_id` or `account_id`. */
    Catalog: {
      /** @description The id of the catalog. */
      id: string;
      /** @description The name of the catalog. */
      name: string;
      /** @description The location that the catalog belongs to. */
      location_id?: string;
      /** @description The account that the catalog belongs to, when it belongs to no location. */
      account_id?: string;
      /** @description When the catalog was created. */
      created_at: components['schemas']['Time'];
      /** @description The content; left out with `hide_data`. */
      data?: components['schemas']['CatalogContent'];
    };
    /** @description The content of a catalog. */
    CatalogContent: {
      /** @description The variants, which restrictions and price overrides name. */
      variants: components['schemas']['Variant'][];
      /** @description The categories, in their order. */
      categories: components['schemas']['Category'][];
      /** @description The products, in their order. */
      products: components['schemas']['Product'][];
      /** @description The option lists, from which options are chosen with skus. */
      option_lists: components['schemas']['OptionList'][];
      /** @description Deals: several skus at a special price. */
      deals: components['schemas']['CatalogDeal'][];
      /** @description Discounts, which are taken off the price of an order. */
      discounts: components['schemas']['CatalogDiscount'][];
      /** @description Charges, which are added to the price of an order. */
      charges: components['schemas']['CatalogCharge'][];
    };
    /** @description A variant of a catalog, which restrictions and price overrides name. */
    Variant: {
      /** @description The id. */
      id: string;
      /** @description The reference that restrictions name. */
      ref: string;
      /** @description The name. */
      name: string;
    };
    /** @description A category of products. */
    Category: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string;
      /** @description The category that it is in; null at the root. */
      parent_id: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description: string | null;
      /** @description The tags. */
      tags: string[];
      /** @description The images, in their order. */
      image_ids: string[];
    };
    /** @description A product. */
    Product: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The category that it is in. */
      category_id: string;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description: string | null;
      /** @description The tags. */
      tags: string[];
      /** @description The tax; null when it is not known. */
      tax_rate: components['schemas']['TaxRate'] | null;
      /** @description Facts about nutrition; null when none were sent. */
      nutrition: {
        [key: string]: unknown;
      } | null;
      /** @description The images, in their order. */
      image_ids: string[];
      /** @description The forms in which it can be ordered. */
      skus: components['schemas']['Sku'][];
    };
    /** @description Percentages of tax. */
    TaxRate: {
      /** @description The percentage when delivered. */
      delivery: components['schemas']['Decimal'];
      /** @description The percentage when collected. */
      collection: components['schemas']['Decimal'];
      /** @description The percentage when eaten in. */
      eat_in: components['schemas']['Decimal'];
    };
    /** @description A form of a product that can be ordered. */
    Sku: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The name, which no other sku of the product has. */
      name: string | null;
      /** @description The product that it belongs to. */
      product_id: string;
      /** @description When it is available. */
      restrictions: components['schemas']['Restrictions'];
      /** @description The price. */
      price: components['schemas']['Money'];
      /** @description Other prices; the last that matches counts. */
      price_overrides: components['schemas']['PriceOverride'][];
      /** @description The option lists from which options are chosen with it. */
      option_list_ids: string[];
      /** @description The tags. */
      tags: string[];
      /** @description The barcodes. */
      barcodes: string[];
      /** @description The custom fields. */
      custom_fields: components['schemas']['CustomFields'];
    };
    /** @description When a part of a catalog is available; all conditions must hold. */
    Restrictions: {
      /** @description False: not available. Left out when true. */
      enabled?: boolean;
      /** @description The variants that it is for. */
      variant_refs?: string[];
      /** @description The days of the week. */
      dow?: string;
      /** @description From this time of day on, `HH:MM`. */
      start_time?: string;
      /** @description Up to this time of day, `HH:MM`. */
      end_time?: string;
      /** @description From this day on. */
      start_date?: components['schemas']['Date'];
      /** @description Up to and including this day. */
      end_date?: components['schemas']['Date'];
      /** @description Deprecated: use variants. */
      service_types?: string[];
      /** @description Deprecated: use variants. */
      service_type_refs?: string[];
      /** @description For orders of at least this amount. */
      min_order_amount?: components['schemas']['Money'];
      /** @description How many an order may have. */
      max_per_order?: number;
      /** @description How many a customer may order. */
      max_per_customer?: number;
    };
    /** @description Another price; the last rule of which all conditions hold counts. */
    PriceOverride: {
      /** @description The price while the rule matches. */
      price: components['schemas']['Money'];
      /** @description The variants that it is for. */
      variant_refs?: string[];
      /** @description The days of the week. */
      dow?: string;
      /** @description From this time of day on, `HH:MM`. */
      start_time?: string;
      /** @description Up to this time of day, `HH:MM`. */
      end_time?: string;
      /** @description From this day on. */
      start_date?: components['schemas']['Date'];
      /** @description Up to and including this day. */
      end_date?: components['schemas']['Date'];
      /** @description Deprecated: use variants. */
      service_types?: string[];
      /** @description Deprecated: use variants. */
      service_type_refs?: string[];
    };
    /** @description A list of options. */
    OptionList: {
      /** @description The id. */
      id: string;
      /** @description The reference that skus name. */
      ref: string;
      /** @description The name. */
      name: string;
      /** @description How many options must be chosen. */
      min_selections: number;
      /** @description How many may be chosen; null: no limit. */
      max_selections: number | null;
      /** @description Deprecated: see the two numbers. Null unless it was sent. */
      type: ('single' | 'multiple') | null;
      /** @description Whether an option may be chosen more than once; null when it was not sent. */
      multiple_selection: boolean | null;
      /** @description The tags. */
      tags: string[];
      /** @description The options, in their order. */
      options: components['schemas']['Option'][];
    };
    /** @description An option that can be chosen with a sku. */
    Option: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The list that it is in. */
      option_list_id: string;
      /** @description The name. */
      name: string;
      /** @description When it is available. */
      restrictions: components['schemas']['Restrictions'];
      /** @description The price. */
      price: components['schemas']['Money'];
      /** @description Other prices; the last that matches counts. */
      price_overrides: components['schemas']['PriceOverride'][];
      /** @description Whether it is chosen at first. */
      default: boolean;
      /** @description The tags. */
      tags: string[];
    };
    /** @description Several skus at a special price. */
    CatalogDeal: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The category that it is in. */
      category_id: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description: string | null;
      /** @description When it is available. */
      restrictions: components['schemas']['Restrictions'];
      /** @description The coupon codes that it requires. */
      coupon_codes: string[];
      /** @description The tags. */
      tags: string[];
      /** @description The images, in their order. */
      image_ids: string[];
      /** @description The choices. */
      lines: components['schemas']['CatalogDealLine'][];
    };
    /** @description One choice of a deal. */
    CatalogDealLine: {
      /** @description The skus to choose from. */
      skus: {
        /** @description The id. */
        id: string;
        /** @description The reference of the sku. */
        ref: string;
        /** @description The extra price of this sku. */
        extra_charge: components['schemas']['Money'] | null;
      }[];
      /**
       * @description What the deal does to the price.
       * @enum {string}
       */
      pricing_effect: 'unchanged' | 'fixed_price' | 'price_off' | 'percentage_off' | 'free';
      /** @description An amount or a percentage, as the effect needs. */
      pricing_value: string | null;
      /** @description What the line stands for, such as a drink. */
      label: string | null;
    };
    /** @description A discount on an order. */
    CatalogDiscount: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description: string | null;
      /** @description When it is available. */
      restrictions: components['schemas']['Restrictions'];
      /** @description The coupon codes that it requires. */
      coupon_codes: string[];
      /**
       * @description What it does to the price.
       * @enum {string}
       */
      pricing_effect: 'price_off' | 'percentage_off';
      /** @description An amount or a percentage, as the effect needs. */
      pricing_value: string;
      /** @description The images, in their order. */
      image_ids: string[];
    };
    /** @description An amount that is added to the price of an order. */
    CatalogCharge: {
      /** @description The id. */
      id: string;
      /** @description The reference of the client that uploaded it. */
      ref: string | null;
      /** @description The name. */
      name: string;
      /**
       * @description The kind of charge.
       * @enum {string}
       */
      type: 'delivery' | 'payment_fee' | 'tip' | 'tax' | 'other';
      /** @description The amount; null when it varies. */
      price: components['schemas']['Money'] | null;
      /** @description When it is available. */
      restrictions: components['schemas']['Restrictions'];
    };
    /** @description An amount that is added to the price of an order. */
    CatalogChargeUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description The name. */
      name: string;
      /**
       * @description The kind of charge.
       * @enum {string}
       */
      type: 'delivery' | 'payment_fee' | 'tip' | 'tax' | 'other';
      /** @description The amount; null when it varies. */
      price?: components['schemas']['Money'] | null;
      /** @description When it is available. */
      restrictions?: components['schemas']['RestrictionsUpload'] | null;
    };
    /** @description When a part of a catalog is available; all conditions must hold. */
    RestrictionsUpload: {
      /** @description False: not available. By default true. */
      enabled?: boolean | null;
      /** @description The variants that it is for. An empty list: for none. */
      variant_refs?: string[] | null;
      /** @description The days of the week. */
      dow?: string | null;
      /** @description From this time of day on, `HH:MM`. */
      start_time?: string | null;
      /** @description Up to this time of day, `HH:MM`; `24:00` is the end of the day. */
      end_time?: string | null;
      /** @description From this day on. */
      start_date?: components['schemas']['Date'] | null;
      /** @description Up to and including this day. */
      end_date?: components['schemas']['Date'] | null;
      /** @description Deprecated: use variants. */
      service_types?: ('delivery' | 'collection' | 'eat_in')[] | null;
      /** @description Deprecated: use variants. */
      service_type_refs?: string[] | null;
      /** @description For orders of at least this amount. */
      min_order_amount?: components['schemas']['Money'] | null;
      /** @description How many an order may have. */
      max_per_order?: number | null;
      /** @description How many a customer may order. */
      max_per_customer?: number | null;
    };
    /** @description A discount on an order. */
    CatalogDiscountUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description?: string | null;
      /** @description When it is available. */
      restrictions?: components['schemas']['RestrictionsUpload'] | null;
      /** @description The coupon codes that it requires. */
      coupon_codes?: string[] | null;
      /**
       * @description What it does to the price.
       * @enum {string}
       */
      pricing_effect: 'price_off' | 'percentage_off';
      /** @description An amount or a percentage, as the effect needs. */
      pricing_value?: (string | (components['schemas']['Decimal'] | number)) | null;
      /** @description Images of this catalog, in their order. */
      image_ids?: string[] | null;
    };
    /** @description One choice of a deal. */
    CatalogDealLineUpload: {
      /** @description The skus to choose from. */
      skus: {
        /** @description The ref of a sku; of several with this ref, the first one is meant. */
        ref: string;
        /** @description The extra price of this sku. */
        extra_charge?: components['schemas']['Money'] | null;
      }[];
      /**
       * @description What the deal does to the price.
       * @enum {string}
       */
      pricing_effect: 'unchanged' | 'fixed_price' | 'price_off' | 'percentage_off';
      /** @description An amount or a percentage, as the effect needs. */
      pricing_value?: (string | (components['schemas']['Decimal'] | number)) | null;
      /** @description What the line stands for, such as a drink. */
      label?: string | null;
    };
    /** @description Several skus at a special price. */
    CatalogDealUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description The category that it is in. */
      category_ref?: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description?: string | null;
      /** @description When it is available. */
      restrictions?: components['schemas']['RestrictionsUpload'] | null;
      /** @description The coupon codes that it requires. */
      coupon_codes?: string[] | null;
      /** @description Any tags. */
      tags?: string[] | null;
      /** @description Images of this catalog, in their order. */
      image_ids?: string[] | null;
      /** @description The choices. */
      lines: components['schemas']['CatalogDealLineUpload'][];
    };
    /** @description Another price, with at least one condition; the last rule of which all conditions hold counts. */
    PriceOverrideUpload: {
      /** @description The price while the rule matches. */
      price: components['schemas']['Money'];
      /** @description The variants that it is for. */
      variant_refs?: string[] | null;
      /** @description The days of the week. */
      dow?: string | null;
      /** @description From this time of day on, `HH:MM`. */
      start_time?: string | null;
      /** @description Up to this time of day, `HH:MM`; `24:00` is the end of the day. */
      end_time?: string | null;
      /** @description From this day on. */
      start_date?: components['schemas']['Date'] | null;
      /** @description Up to and including this day. */
      end_date?: components['schemas']['Date'] | null;
      /** @description Deprecated: use variants. */
      service_types?: ('delivery' | 'collection' | 'eat_in')[] | null;
      /** @description Deprecated: use variants. */
      service_type_refs?: string[] | null;
    };
    /** @description An option that can be chosen with a sku. */
    OptionUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description The name. */
      name: string;
      /** @description When it is available. */
      restrictions?: components['schemas']['RestrictionsUpload'] | null;
      /** @description The price; without it, an amount of zero. */
      price?: components['schemas']['Money'] | null;
      /** @description Other prices; the last that matches counts. */
      price_overrides?: components['schemas']['PriceOverrideUpload'][] | null;
      /** @description Whether it is chosen at first. */
      default?: boolean | null;
      /** @description Any tags. */
      tags?: string[] | null;
    };
    /** @description A list of options. */
    OptionListUpload: {
      /** @description Your reference, unique among the parts of this kind. */
      ref: string;
      /** @description The name. */
      name: string;
      /** @description How many options must be chosen; by default 0. */
      min_selections?: number | null;
      /** @description How many may be chosen; null: no limit. */
      max_selections?: number | null;
      /** @description Deprecated. It decides: `single` means exactly 1, `multiple` any number, whatever the two numbers say. */
      type?: ('single' | 'multiple') | null;
      /** @description Whether an option may be chosen more than once. */
      multiple_selection?: boolean | null;
      /** @description Any tags. */
      tags?: string[] | null;
      /** @description The options, in their order. */
      options: components['schemas']['OptionUpload'][];
    };
    /** @description A form of a product that can be ordered. */
    SkuUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description Tells it from the other skus of its product, of which one may be without a name. */
      name?: string | null;
      /** @description When it is available. */
      restrictions?: components['schemas']['RestrictionsUpload'] | null;
      /** @description The price; an amount of zero when it is free. */
      price: components['schemas']['Money'];
      /** @description Other prices; the last that matches counts. */
      price_overrides?: components['schemas']['PriceOverrideUpload'][] | null;
      /** @description The option lists to choose from with it. */
      option_list_refs?: string[] | null;
      /** @description Any tags. */
      tags?: string[] | null;
      /** @description Barcodes, each of 8, 12 or 13 digits. */
      barcodes?: string[] | null;
      /** @description The custom fields. */
      custom_fields?: components['schemas']['CustomFieldsUpdate'] | null;
    };
    /** @description A product. */
    ProductUpload: {
      /** @description Your reference; a part that keeps it keeps its id. */
      ref?: string | null;
      /** @description The category that it is in. */
      category_ref: string;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description?: string | null;
      /** @description Any tags. */
      tags?: string[] | null;
      /** @description The tax. */
      tax_rate?: components['schemas']['TaxRateUpload'] | null;
      /** @description Facts about nutrition: any JSON object. */
      nutrition?: {
        [key: string]: unknown;
      } | null;
      /** @description Images of this catalog, in their order. */
      image_ids?: string[] | null;
      /** @description The forms in which it can be ordered. */
      skus: components['schemas']['SkuUpload'][];
    };
    /** @description Percentages of tax, all three. */
    TaxRateUpload: {
      /** @description The percentage when delivered. */
      delivery: components['schemas']['Decimal'] | number;
      /** @description The percentage when collected. */
      collection: components['schemas']['Decimal'] | number;
      /** @description The percentage when eaten in. */
      eat_in: components['schemas']['Decimal'] | number;
    };
    /** @description A category of products. */
    CategoryUpload: {
      /** @description Your reference, unique among the parts of this kind. */
      ref: string;
      /** @description The category that it is in; without it, it is at the root. */
      parent_ref?: string | null;
      /** @description The name. */
      name: string;
      /** @description The description. */
      description?: string | null;
      /** @description Any tags. */
      tags?: string[] | null;
      /** @description Images of this catalog, in their order. */
      image_ids?: string[] | null;
    };
    /** @description A variant, which restrictions and price overrides name. */
    VariantUpload: {
      /** @description Your reference, unique among the parts of this kind. */
      ref: string;
      /** @description The name. */
      name: string;
    };
    /** @description A catalog with its content. */
    CatalogUpload: {
      /** @description The name, which no other catalog of the same place has. */
      name: string;
      /** @description The whole content. An update without it changes the name only. */
      data?: components['schemas']['CatalogContentUpload'] | null;
    };
    /** @description The content of a catalog; at most 100,000 parts. Any other field is refused (422). */
    CatalogContentUpload: {
      /** @description The variants, which restrictions and price overrides name. */
      variants?: components['schemas']['VariantUpload'][] | null;
      /** @description The categories, in their order. */
      categories?: components['schemas']['CategoryUpload'][] | null;
      /** @description The products, in their order. */
      products?: components['schemas']['ProductUpload'][] | null;
      /** @description The option lists, from which options are chosen with skus. */
      option_lists?: components['schemas']['OptionListUpload'][] | null;
      /** @description Deals: several skus at a special price. */
      deals?: components['schemas']['CatalogDealUpload'][] | null;
      /** @description Discounts, which are taken off the price of an order. */
      discounts?: components['schemas']['CatalogDiscountUpload'][] | null;
      /** @description Charges, which are added to the price of an order. */
      charges?: components['schemas']['CatalogChargeUpload'][] | null;
    };
    /** @description A catalog without its content. It has either `location_id` or `account_id`. */
    ListedCatalog: {
      /** @description The id of the catalog. */
      id: string;
      /** @description The name of the catalog. */
      name: string;
      /** @description The location that the catalog belongs to. */
      location_id?: string;
      /** @description The account that the catalog belongs to, when it belongs to no location. */
      account_id?: string;
      /** @description When the catalog was created. */
      created_at: components['schemas']['Time'];
    };
    /** @description An empty object: nothing is to be shown. */
    Empty: Record<string, never>;
    /** @description An image of a catalog, without its bytes. */
    Image: {
      /** @description The id, which parts name in `image_ids`. */
      id: string;
      /**
       * @description The media type of the bytes.
       * @enum {string}
       */
      type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/bmp';
      /** @description The size in bytes. */
      size: number;
      /** @description The MD5 checksum of the bytes, in hexadecimal. */
      md5: string;
      /** @description Your own reference of the image. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The seconds until it is removed; null while a part uses the image. */
      seconds_before_removal: number | null;
    };
    /** @description The entries of a catalog in a location. A ref without an entry is unlimited. */
    Inventory: components['schemas']['InventoryEntry'][];
    /** @description The quantity of a sku or an option. */
    InventoryEntry: {
      /** @description The ref of the sku. */
      sku_ref?: string;
      /** @description The ref of the option, in place of `sku_ref`. */
      option_ref?: string;
      /** @description The quantity; null: unlimited again. */
      stock: components['schemas']['Decimal'] | null;
      /** @description When it is available again. */
      expires_at: components['schemas']['Time'] | null;
    };
    /** @description The quantity of a sku or an option. */
    InventoryChange: {
      /** @description The ref of a sku of the catalog. */
      sku_ref?: string | null;
      /** @description The ref of an option of the catalog, in place of `sku_ref`. */
      option_ref?: string | null;
      /** @description The id of a sku of the catalog that has a ref, in place of `sku_ref`. */
      sku_id?: string | null;
      /** @description The id of an option of the catalog that has a ref, in place of `sku_ref`. */
      option_id?: string | null;
      /** @description The quantity; null removes the entry, and the quantity is unlimited. */
      stock: (components['schemas']['Decimal'] | number) | null;
      /** @description With the stock `0`: when it is available again. */
      expires_at?: components['schemas']['Time'] | null;
    };
    /** @description A list of customers. */
    CustomerList: {
      /** @description The id of the list. */
      id: string;
      /** @description The name of the list. */
      name: string;
    };
    /** @description What a customer list is created with, or renamed to. */
    CustomerListCreate: {
      /** @description The name, which no other list of the same place has. */
      name: string;
    };
    /** @description A list of customers, with the time of its creation. */
    ListedCustomerList: {
      /** @description The id of the list. */
      id: string;
      /** @description The name of the list. */
      name: string;
      /** @description When the list was created. */
      created_at: components['schemas']['Time'];
    };
    /** @description A customer of a customer list. */
    Customer: {
      /** @description The id of the customer. */
      id: string;
      /** @description The list that the customer is in. */
      customer_list_id: string;
      /** @description Whether the personal data was removed. */
      anonymised: boolean;
      /** @description Your own reference of the customer. */
      private_ref: components['schemas']['PrivateRef'] | null;
      /** @description The email address. */
      email: string | null;
      /** @description The first name. */
      first_name: string | null;
      /** @description The last name. */
      last_name: string | null;
      /** @description `male` or `female`. */
      gender: string | null;
      /** @description The date of birth. */
      birth_date: components['schemas']['Date'] | null;
      /** @description The name of the company. */
      company_name: string | null;
      /** @description The phone number, preferably in the E.164 format. */
      phone: string | null;
      /** @description The code to dial after the phone number. */
      phone_access_code: string | null;
      /** @description The first line of the address. */
      address_1: string | null;
      /** @description The second line of the address. */
      address_2: string | null;
      /** @description The postal code. */
      postal_code: string | null;
      /** @description The city. */
      city: string | null;
      /** @description The state or region. */
      state: string | null;
      /** @description The ISO 3166-1 alpha-2 code of the country. */
      country: string | null;
      /** @description The latitude of the address. */
      latitude: components['schemas']['Coordinate'] | null;
      /** @description The longitude of the address. */
      longitude: components['schemas']['Coordinate'] | null;
      /** @description Instructions for whoever delivers. */
      delivery_notes: string | null;
      /** @description Whether the customer accepts advertisements by SMS. */
      sms_marketing: boolean;
      /** @description Whether the customer accepts advertisements by email. */
      email_marketing: boolean;
      /** @description The custom fields of the customer. */
      custom_fields: components['schemas']['CustomFields'];
      /** @description When the customer was created. */
      created_at: components['schemas']['Time'];
      /** @description How many orders are attached to the customer. */
      nb_orders: number;
      /** @description The sum of the totals of these orders. */
      order_total: components['schemas']['ComputedMoney'];
      /** @description When the first of these orders was created. */
      first_order_date: components['schemas']['Time'] | null;
      /** @description When the last of these orders was created. */
      last_order_date: components['schemas']['Time'] | null;
      /** @description The loyalty cards of the customer. */
      loyalty_cards: components['schemas']['CustomerLoyaltyCard'][];
    };
    /** @description The data of a customer. Null clears a field. */
    CustomerChange: {
      /** @description Your own reference of the customer, unique within the list. */
      private_ref?: components['schemas']['PrivateRef'] | null;
      /** @description The email address. */
      email?: string | null;
      /** @description The first name. */
      first_name?: string | null;
      /** @description The last name. */
      last_name?: string | null;
      /** @description `male` or `female`. */
      gender?: ('male' | 'female') | null;
      /** @description The date of birth. */
      birth_date?: components['schemas']['Date'] | null;
      /** @description The name of the company. */
      company_name?: string | null;
      /** @description The phone number, preferably in the E.164 format. */
      phone?: string | null;
      /** @description The code to dial after the phone number. */
      phone_access_code?: string | null;
      /** @description The first line of the address. */
      address_1?: string | null;
      /** @description The second line of the address. */
      address_2?: string | null;
      /** @description The postal code. */
      postal_code?: string | null;
      /** @description The city. */
      city?: string | null;
      /** @description The state or region. */
      state?: string | null;
      /** @description The ISO 3166-1 alpha-2 code of the country. */
      country?: string | null;
      /** @description The latitude of the address. */
      latitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description The longitude of the address. */
      longitude?: (components['schemas']['Coordinate'] | number) | null;
      /** @description Instructions for whoever delivers. */
      delivery_notes?: string | null;
      /** @description Whether the customer accepts advertisements by SMS. */
      sms_marketing?: boolean | null;
      /** @description Whether the customer accepts advertisements by email. */
      email_marketing?: boolean | null;
      /** @description The custom fields to set or, with null, to remove. */
      custom_fields?: components['schemas']['CustomFieldsUpdate'] | null;
    };
    /** @description A loyalty card of a customer. */
    LoyaltyCard: {
      /** @description The id of the card. */
      id: string;
      /** @description The customer whose card it is. */
      customer_id: string;
      /** @description The name of the card. */
      name: string | null;
      /** @description Which card of the customer it is; one of them may have none. */
      ref: string | null;
      /** @description The points on the card. */
      balance: components['schemas']['ComputedDecimal'];
    };
    /** @description A new loyalty card. */
    LoyaltyCardCreate: {
      /** @description The customer whose card it is. */
      customer_id: string;
      /** @description The name of the card. */
      name?: string | null;
      /** @description Which card of the customer it is; one of them may have none. */
      ref?: string | null;
    };
    /** @description The fields of a loyalty card to update. Null clears a field. */
    LoyaltyCardUpdate: {
      /** @description The name of the card. */
      name?: string | null;
      /** @description Which card of the customer it is; one of them may have none. */
      ref?: string | null;
    };
    /** @description A change of the balance of a loyalty card. */
    LoyaltyOperation: {
      /** @description The id of the operation. */
      id: string;
      /** @description The customer whose card it is. */
      customer_id: string;
      /** @description When the operation was created. */
      created_at: components['schemas']['Time'];
      /** @description The location of the order. */
      order_location_id: string | null;
      /** @description The order that the operation belongs to. */
      order_id: string | null;
      /** @description Why the balance changes. */
      reason: string | null;
      /** @description The points to add; negative to deduct. */
      delta: components['schemas']['Decimal'];
      /** @description The balance of the card after the operation. */
      new_balance: components['schemas']['ComputedDecimal'];
    };
    /** @description A change of the balance of a loyalty card. */
    LoyaltyOperationCreate: {
      /** @description The points to add; negative to deduct. */
      delta: components['schemas']['Decimal'] | number;
      /** @description Why the balance changes. */
      reason?: string | null;
      /** @description The order that the operation belongs to. */
      order_id?: string | null;
    };
    /** @description Which events a connection receives, and where. */
    Callback: {
      /** @description Where events are posted to; null for a passive callback. */
      url: string | null;
      /** @description Event types by resource type; empty without a callback. */
      events: {
        [key: string]: string[];
      };
      /**
       * @description `2xx`: only a status from 200 to 299 acknowledges. Without it, one from 200 to 499 does.
       * @enum {string}
       */
      acknowledge?: '2xx';
    };
    /** @description Event types by resource type ([subscribable events](api/events.md#subscribable-events)). */
    CallbackEvents: {
      /**
       * @deprecated
       * @description Event types of the resource account. Accepted, but there are no such events: nothing is sent.
       */
      account?: 'update'[] | null;
      /** @description Event types of the resource catalog. */
      catalog?: ('create' | 'delete' | 'update')[] | null;
      /** @description Event types of the resource customer. */
      customer?: ('create' | 'update')[] | null;
      /**
       * @deprecated
       * @description Event types of the resource customer_list. Accepted, but there are no such events: nothing is sent.
       */
      customer_list?: ('create' | 'update')[] | null;
      /** @description Event types of the resource delivery. */
      delivery?: ('create' | 'update')[] | null;
      /** @description Event types of the resource inventory. */
      inventory?: ('patch' | 'update')[] | null;
      /** @description Event types of the resource location. */
      location?: 'update'[] | null;
      /** @description Event types of the resource order. */
      order?: ('create' | 'update')[] | null;
    };
    /** @description A callback: it replaces the existing one. */
    CallbackSave: {
      /**
       * Format: uri
       * @description Where events are posted to; null for a passive callback.
       */
      url?: string | null;
      events: components['schemas']['CallbackEvents'];
      /** @description `2xx`: only a status from 200 to 299 acknowledges. Without it, one from 200 to 499 does. */
      acknowledge?: '2xx' | null;
    };
    /** @description An attempt to push an event ([delivery log](api/events.md#delivery-log)). */
    CallbackAttempt: {
      /** @description The id of the attempt. */
      id: string;
      /** @description The event that was sent. */
      event_id: string;
      /** @description What kind of resource the event is about. */
      resource_type: string;
      /** @description What happened to the resource. */
      event_type: string;
      /** @description The id of the resource; of an inventory that of its catalog. */
      resource_id: string | null;
      /** @description When the attempt ended, in UTC. */
      ended_at: components['schemas']['Time'];
      /** @description Which attempt of the event it was; the first is 1. */
      attempt: number;
      /**
       * @description What became of the event ([delivery log](api/events.md#delivery-log)).
       * @enum {string}
       */
      state: 'acknowledged' | 'refused' | 'retrying' | 'given_up';
      /** @description The status of the response; null without one. */
      status: number | null;
      /** @description Why there was no response. */
      fault: string | null;
      /** @description How long the attempt took, in milliseconds. */
      duration_ms: number;
      /** @description When the next attempt is due; null when there is none. */
      retry_at: components['schemas']['Time'] | null;
      /** @description The headers that were sent, without the values of signatures. */
      request_headers: {
        [key: string]: string;
      };
      /** @description The headers of the response, up to 2 KiB, without cookies. */
      response_headers: {
        [key: string]: string;
      } | null;
      /** @description The first 1 KiB of the body of the response. */
      response_body: string | null;
    };
    /** @description How many events are sent again. */
    Resent: {
      /** @description How many events are sent again. */
      resent: number;
      /** @description Whether there are more: repeat the request. */
      more: boolean;
    };
    /** @description Which events to send again: those that match all of it. */
    Resend: {
      /** @description Only events that were refused or given up at this time or later. */
      since?: components['schemas']['Time'] | null;
      /** @description Only refused events, or only those given up; else both. */
      state?: ('refused' | 'given_up') | null;
    };
    /** @description An event without its states; it has the ids of its resource and parents. */
    EventSummary: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @enum {string}
       */
      resource_type: 'catalog' | 'customer' | 'delivery' | 'inventory' | 'location' | 'order';
      /**
       * @description What happened to the resource.
       * @enum {string}
       */
      event_type: 'create' | 'delete' | 'patch' | 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the order. */
      order_id?: string;
      /** @description The id of the delivery. */
      delivery_id?: string;
      /** @description The id of the customer. */
      customer_id?: string;
      /** @description The id of the customer's list. */
      customer_list_id?: string;
      /** @description The id of the catalog. */
      catalog_id?: string;
      /** @description The id of the location. */
      location_id?: string;
      /** @description The id of the account. */
      account_id?: string;
    };
    /** @description An event with its states, as it is pushed and retrieved ([event body](api/events.md#event-body)). `resource_type` and `event_type` together tell its fields. */
    Event:
      | components['schemas']['OrderEvent']
      | components['schemas']['DeliveryEvent']
      | components['schemas']['LocationEvent']
      | components['schemas']['CustomerEvent']
      | components['schemas']['CatalogEvent']
      | components['schemas']['InventoryEvent'];
    /** @description An order has changed. */
    OrderEvent: components['schemas']['OrderCreateEvent'] | components['schemas']['OrderUpdateEvent'];
    /** @description An order was created. */
    OrderCreateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'order';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'create';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the order. */
      order_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The id of the account. */
      account_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Order'];
      /** @description The resource after. */
      new_state?: components['schemas']['Order'];
    };
    /** @description An order was updated. */
    OrderUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'order';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the order. */
      order_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The id of the account. */
      account_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Order'];
      /** @description The resource after. */
      new_state?: components['schemas']['Order'];
    };
    /** @description A delivery has changed. */
    DeliveryEvent: components['schemas']['DeliveryCreateEvent'] | components['schemas']['DeliveryUpdateEvent'];
    /** @description A delivery was created. */
    DeliveryCreateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'delivery';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'create';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the delivery. */
      delivery_id: string;
      /** @description The id of the order. */
      order_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The id of the account. */
      account_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Delivery'];
      /** @description The resource after. */
      new_state?: components['schemas']['Delivery'];
    };
    /** @description A delivery was updated. */
    DeliveryUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'delivery';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the delivery. */
      delivery_id: string;
      /** @description The id of the order. */
      order_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The id of the account. */
      account_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Delivery'];
      /** @description The resource after. */
      new_state?: components['schemas']['Delivery'];
    };
    /** @description A location has changed. */
    LocationEvent: components['schemas']['LocationUpdateEvent'];
    /** @description A location was updated. */
    LocationUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'location';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the location. */
      location_id: string;
      /** @description The id of the account. */
      account_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Location'];
      /** @description The resource after. */
      new_state?: components['schemas']['Location'];
    };
    /** @description A customer has changed. */
    CustomerEvent: components['schemas']['CustomerCreateEvent'] | components['schemas']['CustomerUpdateEvent'];
    /** @description A customer was created. */
    CustomerCreateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'customer';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'create';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the customer. */
      customer_id: string;
      /** @description The id of the customer's list. */
      customer_list_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Customer'];
      /** @description The resource after. */
      new_state?: components['schemas']['Customer'];
    };
    /** @description A customer was updated. */
    CustomerUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'customer';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the customer. */
      customer_id: string;
      /** @description The id of the customer's list. */
      customer_list_id: string;
      /** @description The resource before; only of an update. */
      previous_state?: components['schemas']['Customer'];
      /** @description The resource after. */
      new_state?: components['schemas']['Customer'];
    };
    /** @description A catalog has changed. */
    CatalogEvent:
      | components['schemas']['CatalogCreateEvent']
      | components['schemas']['CatalogDeleteEvent']
      | components['schemas']['CatalogUpdateEvent'];
    /** @description A catalog was created. */
    CatalogCreateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'catalog';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'create';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the catalog. */
      catalog_id: string;
      /** @description The id of the location. */
      location_id?: string;
      /** @description The id of the account. */
      account_id?: string;
    };
    /** @description A catalog was deleted. */
    CatalogDeleteEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'catalog';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'delete';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the catalog. */
      catalog_id: string;
      /** @description The id of the location. */
      location_id?: string;
      /** @description The id of the account. */
      account_id?: string;
    };
    /** @description A catalog was updated. */
    CatalogUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'catalog';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the catalog. */
      catalog_id: string;
      /** @description The id of the location. */
      location_id?: string;
      /** @description The id of the account. */
      account_id?: string;
    };
    /** @description An inventory has changed. */
    InventoryEvent: components['schemas']['InventoryPatchEvent'] | components['schemas']['InventoryUpdateEvent'];
    /** @description An inventory was changed in part. */
    InventoryPatchEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'inventory';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'patch';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the catalog. */
      catalog_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The entries that changed; only of a patch. */
      state_change?: unknown;
    };
    /** @description An inventory was updated. */
    InventoryUpdateEvent: {
      /** @description The id of the event; a later event has a greater one. */
      id: string;
      /**
       * @description What kind of resource it is about.
       * @constant
       */
      resource_type: 'inventory';
      /**
       * @description What happened to the resource.
       * @constant
       */
      event_type: 'update';
      /** @description When it happened, in the timezone of the location. */
      created_at: components['schemas']['Time'];
      /**
       * @description Only of a test event ([test events](api/events.md#test-events)).
       * @constant
       */
      test?: true;
      /** @description The id of the catalog. */
      catalog_id: string;
      /** @description The id of the location. */
      location_id: string;
      /** @description The entries that changed; only of a patch. */
      state_change?: unknown;
    };
    /** @description How many events were acknowledged. */
    Acknowledged: {
      /** @description How many events were acknowledged. */
      acknowledged: number;
      /** @description Whether there may be more up to this id: repeat the request. */
      more: boolean;
    };
    /** @description The test events that are sent. */
    CallbackTestEvents: {
      /** @description The test events; none for what the connection may not see. */
      events: {
        /** @description The id of the event. */
        id: string;
        /**
         * @description What kind of resource it is about.
         * @enum {string}
         */
        resource_type: 'catalog' | 'customer' | 'delivery' | 'inventory' | 'location' | 'order';
        /**
         * @description What happens to the resource.
         * @enum {string}
         */
        event_type: 'create' | 'delete' | 'patch' | 'update';
      }[];
    };
    /** @description Which test events to send. */
    CallbackTest: {
      /** @description The kinds of events; without it, those of the callback. */
      events?: components['schemas']['CallbackEvents'] | null;
    };
    /** @description A request of the connection ([request log](api/requests.md#request-log)). */
    LoggedRequest: {
      /** @description The id of the request: the `X-Request-Id` of its response. */
      id: string;
      /** @description When the request began, in UTC. */
      started_at: components['schemas']['Time'];
      /** @description The method, after an override. */
      method: string;
      /** @description The path as it was called, with its ids; `…` in place of anything else. */
      path: string;
      /** @description The query, with `…` in place of values that may be personal data. */
      query: string | null;
      /** @description The status of the response; null if the client left before it. */
      status: number | null;
      /** @description The `code` of an error. */
      code: string | null;
      /** @description The fields at fault, 10 at most, without their values; of a successful request, those that were ignored. */
      fields: string[];
      /** @description The time from the head of the request to the end of its response, in milliseconds. */
      duration_ms: number;
      /** @description The bytes of the request, with its head. */
      bytes_in: number;
      /** @description The bytes of the response, with its head. */
      bytes_out: number;
      /** @description Whether the request had an `Idempotency-Key`. */
      has_idempotency_key: boolean;
      /** @description The products that `User-Agent` named, without comments. */
      user_agent: string | null;
      /** @description How many requests, between the one before and this one, are not in the log ([left out](api/requests.md#left-out)). */
      unlisted: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  retrieveUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['User'];
        };
      };
    };
  };
  retrieveAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'];
        };
      };
    };
  };
  listAccounts: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Account'][];
        };
      };
    };
  };
  retrieveLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'];
        };
      };
    };
  };
  updateLocation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LocationUpdate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'];
        };
      };
    };
  };
  listLocations: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Location'][];
        };
      };
    };
  };
  listOrders: {
    parameters: {
      query?: {
        /** @description Only the orders with this private ref of yours. */
        private_ref?: string;
        /** @description Only the orders with this status. */
        status?: components['schemas']['OrderStatus'];
        /** @description Only the orders that the client of this name created. */
        created_by?: string;
        /** @description Only orders created at this time or later. */
        after?: string;
        /** @description Only orders created earlier than this time. */
        before?: string;
        /** @description Only the orders that are attached to this customer. */
        customer_id?: string;
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'][];
        };
      };
    };
  };
  createOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  retrieveOrder: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
        /** @description The id of the order. */
        order_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  updateOrder: {
    parameters: {
      query?: {
        /** @description Updates the order only if it has one of these statuses, separated by commas: `new,received`. */
        if_status?: string;
      };
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
        /** @description The id of the order. */
        order_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['OrderUpdate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
    };
  };
  listAccountOrders: {
    parameters: {
      query?: {
        /** @description Only the orders with this private ref of yours. */
        private_ref?: string;
        /** @description Only the orders with this status. */
        status?: components['schemas']['OrderStatus'];
        /** @description Only the orders that the client of this name created. */
        created_by?: string;
        /** @description Only orders created at this time or later. */
        after?: string;
        /** @description Only orders created earlier than this time. */
        before?: string;
        /** @description Only the orders that are attached to this customer. */
        customer_id?: string;
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'][];
        };
      };
    };
  };
  retrieveDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
        /** @description The id of the order. */
        order_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
    };
  };
  createDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
        /** @description The id of the order. */
        order_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeliveryCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
    };
  };
  updateDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
        /** @description The id of the order. */
        order_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DeliveryUpdate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Delivery'];
        };
      };
    };
  };
  listCatalogs: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedCatalog'][];
        };
      };
    };
  };
  createCatalog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpload'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
    };
  };
  listAccountCatalogs: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedCatalog'][];
        };
      };
    };
  };
  createAccountCatalog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpload'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
    };
  };
  retrieveCatalog: {
    parameters: {
      query?: {
        /** @description `true`: without the content. */
        hide_data?: 'true' | 'false';
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
    };
  };
  updateCatalog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CatalogUpload'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Catalog'];
        };
      };
    };
  };
  deleteCatalog: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
    };
  };
  retrieveCategory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Category'];
        };
      };
    };
  };
  listCategories: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Category'][];
        };
      };
    };
  };
  retrieveProduct: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'];
        };
      };
    };
  };
  listProducts: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Product'][];
        };
      };
    };
  };
  retrieveOptionList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OptionList'];
        };
      };
    };
  };
  listOptionLists: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OptionList'][];
        };
      };
    };
  };
  retrieveDeal: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogDeal'];
        };
      };
    };
  };
  listDeals: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogDeal'][];
        };
      };
    };
  };
  retrieveDiscount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogDiscount'];
        };
      };
    };
  };
  listDiscounts: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogDiscount'][];
        };
      };
    };
  };
  retrieveCharge: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogCharge'];
        };
      };
    };
  };
  listCharges: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CatalogCharge'][];
        };
      };
    };
  };
  retrieveSku: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the parent. */
        parent_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Sku'];
        };
      };
    };
  };
  listSkus: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the parent. */
        parent_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Sku'][];
        };
      };
    };
  };
  retrieveOption: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the parent. */
        parent_id: string;
        /** @description The id of the part. */
        part_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Option'];
        };
      };
    };
  };
  listOptions: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the parent. */
        parent_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Option'][];
        };
      };
    };
  };
  listImages: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'][];
        };
      };
    };
  };
  createImage: {
    parameters: {
      query?: {
        /** @description Your own reference of the image, unique within the catalog. */
        private_ref?: components['schemas']['PrivateRef'];
      };
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'image/jpeg': string;
        'image/png': string;
        'image/webp': string;
        'image/gif': string;
        'image/bmp': string;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'];
        };
      };
    };
  };
  retrieveImage: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the image. */
        image_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Image'];
        };
      };
    };
  };
  retrieveImageBytes: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the image. */
        image_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': string;
        };
      };
    };
  };
  retrieveInventory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Inventory'];
        };
      };
    };
  };
  replaceInventory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InventoryChange'][];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Inventory'];
        };
      };
    };
  };
  updateInventory: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the catalog. */
        catalog_id: string;
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['InventoryChange'][];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Inventory'];
        };
      };
    };
  };
  listCustomerLists: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedCustomerList'][];
        };
      };
    };
  };
  createCustomerList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the location. */
        location_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerListCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
    };
  };
  listAccountCustomerLists: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ListedCustomerList'][];
        };
      };
    };
  };
  createAccountCustomerList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the account. */
        account_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerListCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
    };
  };
  retrieveCustomerList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
    };
  };
  deleteCustomerList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
    };
  };
  updateCustomerList: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerListCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CustomerList'];
        };
      };
    };
  };
  listCustomers: {
    parameters: {
      query?: {
        /** @description Only the customer with this private ref of yours. */
        private_ref?: string;
        /** @description Only the customers with this email. Upper and lower case are the same, and `*` stands for any characters, at most 3 times. */
        email?: string;
        /** @description Only the customers with this phone number; a `+` at its start may be written as it is. Upper and lower case are the same, and `*` stands for any characters, at most 3 times. */
        phone?: string;
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'][];
        };
      };
    };
  };
  createCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  retrieveCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the customer. */
        customer_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  updateCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the customer. */
        customer_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CustomerChange'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Customer'];
        };
      };
    };
  };
  anonymiseCustomer: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the customer. */
        customer_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
    };
  };
  listLoyaltyCards: {
    parameters: {
      query?: {
        /** @description Only the cards of this customer. */
        customer_id?: string;
        /** @description Only the cards with this name. */
        name?: string;
        /** @description Only the cards with this ref. */
        ref?: string;
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyCard'][];
        };
      };
    };
  };
  createLoyaltyCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoyaltyCardCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyCard'];
        };
      };
    };
  };
  retrieveLoyaltyCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the loyalty card. */
        loyalty_card_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyCard'];
        };
      };
    };
  };
  updateLoyaltyCard: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the loyalty card. */
        loyalty_card_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoyaltyCardUpdate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyCard'];
        };
      };
    };
  };
  listLoyaltyOperations: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the loyalty card. */
        loyalty_card_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyOperation'][];
        };
      };
    };
  };
  createLoyaltyOperation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the loyalty card. */
        loyalty_card_id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LoyaltyOperationCreate'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyOperation'];
        };
      };
    };
  };
  retrieveLoyaltyOperation: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the customer list. */
        customer_list_id: string;
        /** @description The id of the loyalty card. */
        loyalty_card_id: string;
        /** @description The id of the operation. */
        operation_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoyaltyOperation'];
        };
      };
    };
  };
  retrieveCallback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
    };
  };
  saveCallback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallbackSave'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Callback'];
        };
      };
    };
  };
  deleteCallback: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
    };
  };
  listCallbackDeliveries: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
        /** @description Only attempts with this state. */
        state?: 'acknowledged' | 'refused' | 'retrying' | 'given_up';
        /** @description Only attempts of this event. */
        event_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallbackAttempt'][];
        };
      };
    };
  };
  resendEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Resend'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Resent'];
        };
      };
    };
  };
  resendEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the attempt. */
        attempt_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Resent'];
        };
      };
    };
  };
  listEvents: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventSummary'][];
        };
      };
    };
  };
  deleteEvents: {
    parameters: {
      query?: {
        /** @description The id of the last event to acknowledge. */
        through?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Acknowledged'];
        };
      };
    };
  };
  retrieveEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the event. */
        event_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Event'];
        };
      };
    };
  };
  deleteEvent: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /** @description The id of the event. */
        event_id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Empty'];
        };
      };
    };
  };
  sendTestEvents: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CallbackTest'];
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallbackTestEvents'];
        };
      };
    };
  };
  listRequests: {
    parameters: {
      query?: {
        /** @description Results per page. More than 100 means 100. */
        count?: number;
        /** @description The `X-Cursor-Next` of the previous page; the first page without it. */
        cursor?: string;
        /** @description Only requests with such a status; `failed`: 4xx, 5xx, or without an answer. */
        status?: '2xx' | '3xx' | '4xx' | '5xx' | 'failed';
        /** @description Only requests with this method. */
        method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** @description Only the request whose response had this `X-Request-Id`. */
        request_id?: string;
        /** @description Only requests that began at this time or later. */
        after?: string;
        /** @description Only requests that began earlier than this time. */
        before?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LoggedRequest'][];
        };
      };
    };
  };
}
