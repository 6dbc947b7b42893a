/** The page of the user's test shop, and its actions. */
export const testShopPath = '/back-office/test-shop';
export const openTestShopPath = '/back-office/test-shop/new';
export const shopPricesPath = '/back-office/test-shop/prices';
export const endTestShopPath = '/back-office/test-shop/end';
