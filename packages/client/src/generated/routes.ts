/** Generated from docs/openapi.json by `npm run openapi`. */
/** Methods and paths by operation. `LIST` is a GET with pages; an id with `?` may be left out. */
export const routes = {
  /** Retrieve the user who authorised the connection. */
  retrieveUser: 'GET /user',
  /** Retrieve an account. */
  retrieveAccount: 'GET /accounts/{account_id?}',
  /** List accounts: the connection's own. */
  listAccounts: 'GET /accounts',
  /** Retrieve a location. */
  retrieveLocation: 'GET /locations/{location_id?}',
  /** Update a location. */
  updateLocation: 'PATCH /locations/{location_id?}',
  /** List the locations of the account. */
  listLocations: 'LIST /locations',
  /** List the orders of a location. */
  listOrders: 'LIST /locations/{location_id?}/orders',
  /** Create an order. */
  createOrder: 'POST /locations/{location_id?}/orders',
  /** Retrieve an order. */
  retrieveOrder: 'GET /locations/{location_id?}/orders/{order_id}',
  /** Update an order. */
  updateOrder: 'PATCH /locations/{location_id?}/orders/{order_id}',
  /** List the orders of an account. */
  listAccountOrders: 'LIST /accounts/{account_id?}/orders',
  /** Retrieve the delivery of an order. */
  retrieveDelivery: 'GET /locations/{location_id?}/orders/{order_id}/delivery',
  /** Attach a delivery to an order. */
  createDelivery: 'POST /locations/{location_id?}/orders/{order_id}/delivery',
  /** Update the delivery of an order. */
  updateDelivery: 'PATCH /locations/{location_id?}/orders/{order_id}/delivery',
  /** List the catalogs for a location. */
  listCatalogs: 'LIST /locations/{location_id?}/catalogs',
  /** Create a catalog of a location. */
  createCatalog: 'POST /locations/{location_id?}/catalogs',
  /** List the catalogs of an account. */
  listAccountCatalogs: 'LIST /accounts/{account_id?}/catalogs',
  /** Create a catalog of an account. */
  createAccountCatalog: 'POST /accounts/{account_id?}/catalogs',
  /** Retrieve a catalog. */
  retrieveCatalog: 'GET /catalogs/{catalog_id}',
  /** Update a catalog. */
  updateCatalog: 'PUT /catalogs/{catalog_id}',
  /** Delete a catalog. */
  deleteCatalog: 'DELETE /catalogs/{catalog_id}',
  /** Retrieve a category. */
  retrieveCategory: 'GET /catalogs/{catalog_id}/categories/{part_id}',
  /** List categories. */
  listCategories: 'LIST /catalogs/{catalog_id}/categories',
  /** Retrieve a product. */
  retrieveProduct: 'GET /catalogs/{catalog_id}/products/{part_id}',
  /** List products. */
  listProducts: 'LIST /catalogs/{catalog_id}/products',
  /** Retrieve an option list. */
  retrieveOptionList: 'GET /catalogs/{catalog_id}/option_lists/{part_id}',
  /** List option lists. */
  listOptionLists: 'LIST /catalogs/{catalog_id}/option_lists',
  /** Retrieve a deal. */
  retrieveDeal: 'GET /catalogs/{catalog_id}/deals/{part_id}',
  /** List deals. */
  listDeals: 'LIST /catalogs/{catalog_id}/deals',
  /** Retrieve a discount. */
  retrieveDiscount: 'GET /catalogs/{catalog_id}/discounts/{part_id}',
  /** List discounts. */
  listDiscounts: 'LIST /catalogs/{catalog_id}/discounts',
  /** Retrieve a charge. */
  retrieveCharge: 'GET /catalogs/{catalog_id}/charges/{part_id}',
  /** List charges. */
  listCharges: 'LIST /catalogs/{catalog_id}/charges',
  /** Retrieve a sku. */
  retrieveSku: 'GET /catalogs/{catalog_id}/products/{parent_id}/skus/{part_id}',
  /** List the skus of a product. */
  listSkus: 'LIST /catalogs/{catalog_id}/products/{parent_id}/skus',
  /** Retrieve an option. */
  retrieveOption: 'GET /catalogs/{catalog_id}/option_lists/{parent_id}/options/{part_id}',
  /** List the options of a list. */
  listOptions: 'LIST /catalogs/{catalog_id}/option_lists/{parent_id}/options',
  /** List the images of a catalog. */
  listImages: 'LIST /catalogs/{catalog_id}/images',
  /** Create an image. */
  createImage: 'POST /catalogs/{catalog_id}/images',
  /** Retrieve an image. */
  retrieveImage: 'GET /catalogs/{catalog_id}/images/{image_id}',
  /** Retrieve the bytes of an image. */
  retrieveImageBytes: 'GET /catalogs/{catalog_id}/images/{image_id}/data',
  /** Retrieve an inventory. */
  retrieveInventory: 'GET /catalogs/{catalog_id}/locations/{location_id?}/inventory',
  /** Replace an inventory. */
  replaceInventory: 'PUT /catalogs/{catalog_id}/locations/{location_id?}/inventory',
  /** Change an inventory. */
  updateInventory: 'PATCH /catalogs/{catalog_id}/locations/{location_id?}/inventory',
  /** List the customer lists for a location. */
  listCustomerLists: 'LIST /locations/{location_id?}/customer_lists',
  /** Create a customer list of a location. */
  createCustomerList: 'POST /locations/{location_id?}/customer_lists',
  /** List the customer lists of an account. */
  listAccountCustomerLists: 'LIST /accounts/{account_id?}/customer_lists',
  /** Create a customer list of an account. */
  createAccountCustomerList: 'POST /accounts/{account_id?}/customer_lists',
  /** Retrieve a customer list. */
  retrieveCustomerList: 'GET /customer_lists/{customer_list_id}',
  /** Rename a customer list. */
  updateCustomerList: 'PATCH /customer_lists/{customer_list_id}',
  /** Delete a customer list. */
  deleteCustomerList: 'DELETE /customer_lists/{customer_list_id}',
  /** List the customers of a list. */
  listCustomers: 'LIST /customer_lists/{customer_list_id}/customers',
  /** Create a customer. */
  createCustomer: 'POST /customer_lists/{customer_list_id}/customers',
  /** Retrieve a customer. */
  retrieveCustomer: 'GET /customer_lists/{customer_list_id}/customers/{customer_id}',
  /** Update a customer. */
  updateCustomer: 'PATCH /customer_lists/{customer_list_id}/customers/{customer_id}',
  /** Anonymise a customer. */
  anonymiseCustomer: 'POST /customer_lists/{customer_list_id}/customers/{customer_id}/anonymise',
  /** List the loyalty cards of a customer list. */
  listLoyaltyCards: 'LIST /customer_lists/{customer_list_id}/loyalty_cards',
  /** Create a loyalty card. */
  createLoyaltyCard: 'POST /customer_lists/{customer_list_id}/loyalty_cards',
  /** Retrieve a loyalty card. */
  retrieveLoyaltyCard: 'GET /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}',
  /** Update a loyalty card. */
  updateLoyaltyCard: 'PATCH /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}',
  /** List the operations of a loyalty card. */
  listLoyaltyOperations: 'LIST /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations',
  /** Create a loyalty operation. */
  createLoyaltyOperation: 'POST /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations',
  /** Retrieve a loyalty operation. */
  retrieveLoyaltyOperation:
    'GET /customer_lists/{customer_list_id}/loyalty_cards/{loyalty_card_id}/operations/{operation_id}',
  /** Retrieve the callback. */
  retrieveCallback: 'GET /callback',
  /** Create or replace the callback. */
  saveCallback: 'POST /callback',
  /** Delete the callback and its events. */
  deleteCallback: 'DELETE /callback',
  /** List the attempts to push events. */
  listCallbackDeliveries: 'LIST /callback/deliveries',
  /** Send refused and given up events again. */
  resendEvents: 'POST /callback/deliveries/resend',
  /** Send the event of an attempt again. */
  resendEvent: 'POST /callback/deliveries/{attempt_id}/resend',
  /** List the unacknowledged events, without their states. */
  listEvents: 'LIST /callback/events',
  /** Acknowledge all events up to one. */
  deleteEvents: 'DELETE /callback/events',
  /** Retrieve an event. */
  retrieveEvent: 'GET /callback/events/{event_id}',
  /** Acknowledge an event. */
  deleteEvent: 'DELETE /callback/events/{event_id}',
  /** Send test events. */
  sendTestEvents: 'POST /callback/test',
  /** List the requests of the connection. */
  listRequests: 'LIST /requests',
} as const;
