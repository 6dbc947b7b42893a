/**
 * The fields of requests that every client of such a hub may count on, by the name of their schema in the API document. They are as the
 * guide describes them in docs/api; a wrong value is refused. Every other field is of this hub's own
 * (docs/api/conventions.md#fields-of-the-hub).
 */

const words = (text: string) => text.split(' ');

const customer =
  'email first_name last_name gender birth_date company_name phone phone_access_code address_1 address_2 postal_code city state country latitude longitude delivery_notes sms_marketing email_marketing';

const deliveryUpdate =
  'ref status estimated_pickup_at estimated_dropoff_at tracking_url driver_pickup_url driver_name driver_phone driver_phone_access_code driver_latitude driver_longitude assigned_at pickup_at delivered_at cancelled_at';

const moments = 'variant_refs dow start_time end_time start_date end_date service_types service_type_refs';

const acceptance = words('mode resume_at extra_preparation_time reason');

export const contractFields: Readonly<Record<string, readonly string[]>> = {
  OrderCreate: words(
    'channel ref private_ref status service_type service_type_ref expected_time confirmed_time customer_notes seller_notes collection_code coupon_codes items deals discounts charges payments customer_id customer_list_id customer_private_ref customer loyalty_operations custom_fields',
  ),
  OrderItemCreate: words(
    'private_ref product_name sku_name sku_ref price quantity tax_rate subset customer_notes points_earned points_used options deleted deal_line',
  ),
  OrderOptionCreate: words('option_list_name name ref price quantity removed'),
  OrderDealLineCreate: words('deal_key label position pricing_effect pricing_value'),
  'OrderDealsCreate.*': words('name ref'),
  OrderDiscountCreate: words('private_ref name ref price_off deleted pricing_effect pricing_value'),
  OrderChargeCreate: words('private_ref name ref price tax_rate deleted type charge_type charge_price charge_ref'),
  OrderPaymentCreate: words('private_ref name ref amount info deleted type'),
  OrderLoyaltyOperationCreate: words('ref name delta reason'),
  GuestCustomer: words(customer),
  OrderUpdate: words(
    'status confirmed_time seller_notes collection_code private_ref custom_fields items discounts charges payments',
  ),
  ElementDeletion: words('id deleted'),
  ElementPrivateRef: words('id private_ref'),
  DeliveryCreate: words(`carrier carrier_ref fee ${deliveryUpdate}`),
  DeliveryUpdate: words(deliveryUpdate),
  LocationUpdate: words('cutoff_time opening_hours preparation_time order_acceptance custom_fields'),
  OpeningHoursUpdate: words('monday tuesday wednesday thursday friday saturday sunday'),
  OpeningSlot: words('from to'),
  NormalAcceptanceUpdate: acceptance,
  BusyAcceptanceUpdate: acceptance,
  PausedAcceptanceUpdate: acceptance,
  CatalogUpload: words('name data'),
  CatalogContentUpload: words('variants categories products option_lists deals discounts charges'),
  VariantUpload: words('ref name'),
  CategoryUpload: words('ref parent_ref name description tags image_ids'),
  ProductUpload: words('ref category_ref name description tags tax_rate image_ids skus'),
  TaxRateUpload: words('delivery collection eat_in'),
  SkuUpload: words('ref name restrictions price price_overrides option_list_refs tags barcodes custom_fields'),
  OptionListUpload: words('ref name min_selections max_selections type tags options'),
  OptionUpload: words('ref name restrictions price price_overrides default tags'),
  CatalogDealUpload: words('ref category_ref name description restrictions coupon_codes tags image_ids lines'),
  CatalogDealLineUpload: words('skus pricing_effect pricing_value label'),
  'CatalogDealLineUpload.skus': words('ref extra_charge'),
  CatalogDiscountUpload: words('ref name description restrictions coupon_codes pricing_effect pricing_value image_ids'),
  CatalogChargeUpload: words('ref name type price restrictions'),
  RestrictionsUpload: words(`enabled ${moments} min_order_amount max_per_order max_per_customer`),
  PriceOverrideUpload: words(`price ${moments}`),
  CustomerListCreate: words('name'),
  CustomerChange: words(`private_ref ${customer} custom_fields`),
  LoyaltyCardCreate: words('customer_id name ref'),
  LoyaltyCardUpdate: words('name ref'),
  LoyaltyOperationCreate: words('delta reason order_id'),
  CallbackSave: words('url events'),
  CallbackEvents: words('account catalog customer customer_list delivery inventory location order'),
};

/** The endpoints of this hub's own: all of their fields are. Nobody calls them by accident. */
export const isOfTheHub = (path: string): boolean =>
  /\/inventory$|^\/callback\/(?:test|deliveries)|\/resend$/.test(path);
