/** How a simulated website orders. */
export type WebsiteSettings = {
  /** From one order to the next, more or less; 0: it places none. */
  minutesBetweenOrders: number;
  /** How many of a hundred orders are of a customer of the shop's list; the others are of guests. */
  knownCustomers: number;
  /** How many of a hundred orders the customer cancels before they are ready. */
  cancellations: number;
};

export const websiteSettings: WebsiteSettings = { minutesBetweenOrders: 2, knownCustomers: 40, cancellations: 10 };
