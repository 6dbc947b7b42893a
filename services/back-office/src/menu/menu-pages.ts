/** The pages of menus. */
import { dealPage } from './deals/deal.page.tsx';
import { linePage } from './deals/line.page.tsx';
import { confirmImportPage } from './file/confirm-import.page.tsx';
import { exportMenuPage } from './file/export.page.tsx';
import { importMenuPage } from './file/import.page.tsx';
import { categoriesPage } from './lists/categories.page.tsx';
import { categoryPage } from './lists/category.page.tsx';
import { dealsPage } from './lists/deals.page.tsx';
import { optionListsPage } from './lists/option-lists.page.tsx';
import { menuPage } from './menu.page.tsx';
import { menusPage } from './menus.page.tsx';
import { optionListPage } from './options/option-list.page.tsx';
import { optionPage } from './options/option.page.tsx';
import { menuImagePage } from './pictures/image.page.tsx';
import { picturesPage } from './pictures/pictures.page.tsx';
import { optionPricesPage } from './prices/option-prices.page.tsx';
import { skuPricesPage } from './prices/sku-prices.page.tsx';
import { productPage } from './products/product.page.tsx';
import { skuPage } from './products/sku.page.tsx';
import { optionSoldOutPage } from './stock/option-sold-out.page.tsx';
import { soldOutPage } from './stock/sold-out.page.tsx';

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
