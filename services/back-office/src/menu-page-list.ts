/** Every page of menus. One that is not listed here does not exist. */
import { dealPage } from './menu/deals/deal.page.tsx';
import { linePage } from './menu/deals/line.page.tsx';
import { confirmImportPage } from './menu/file/confirm-import.page.tsx';
import { exportMenuPage } from './menu/file/export.page.tsx';
import { importMenuPage } from './menu/file/import.page.tsx';
import { categoriesPage } from './menu/lists/categories.page.tsx';
import { categoryPage } from './menu/lists/category.page.tsx';
import { dealsPage } from './menu/lists/deals.page.tsx';
import { optionListsPage } from './menu/lists/option-lists.page.tsx';
import { menuPage } from './menu/menu.page.tsx';
import { menusPage } from './menu/menus.page.tsx';
import { optionListPage } from './menu/options/option-list.page.tsx';
import { optionPage } from './menu/options/option.page.tsx';
import { menuImagePage } from './menu/pictures/image.page.tsx';
import { picturesPage } from './menu/pictures/pictures.page.tsx';
import { optionPricesPage } from './menu/options/option-prices.page.tsx';
import { skuPricesPage } from './menu/products/sku-prices.page.tsx';
import { productPage } from './menu/products/product.page.tsx';
import { skuPage } from './menu/products/sku.page.tsx';
import { optionSoldOutPage } from './menu/stock/option-sold-out.page.tsx';
import { soldOutPage } from './menu/stock/sold-out.page.tsx';

export const menuPages = [
  ...menusPage,
  ...menuPage,
  ...productPage,
  ...skuPage,
  ...soldOutPage,
  ...picturesPage,
  ...skuPricesPage,
  ...optionListsPage,
  ...optionListPage,
  ...optionPage,
  ...optionPricesPage,
  ...optionSoldOutPage,
  ...dealsPage,
  ...dealPage,
  ...linePage,
  ...categoriesPage,
  ...categoryPage,
  ...menuImagePage,
  ...exportMenuPage,
  ...importMenuPage,
  ...confirmImportPage,
];
