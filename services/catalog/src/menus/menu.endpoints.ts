import * as calls from '@order-hub/shared/menu-calls';
import * as partCalls from '@order-hub/shared/menu-part-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { changeMenu } from './change-menu.ts';
import { listMenuRows } from './list-menu-rows.ts';
import { listMenus } from './list-menus.ts';
import { listMenuParts } from './parts/list-menu-parts.ts';
import { retrieveMenuCategory } from './parts/retrieve-menu-category.ts';
import { retrieveMenuDeal } from './parts/retrieve-menu-deal.ts';
import { retrieveMenuOptionList } from './parts/retrieve-menu-option-list.ts';
import { retrieveMenuImage } from './retrieve-menu-image.ts';
import { retrieveMenuProduct } from './retrieve-menu-product.ts';
import { showMenu } from './show-menu.ts';

/** The menus of a location on the pages of the back office. */
export const menuEndpoints = [
  answerFor(calls.listMenus, listMenus),
  answerFor(calls.listMenuRows, listMenuRows),
  answerFor(calls.browseMenu, showMenu),
  answerFor(calls.retrieveMenuProduct, retrieveMenuProduct),
  answerFor(calls.retrieveMenuImage, retrieveMenuImage),
  answerFor(partCalls.listMenuParts, listMenuParts),
  answerFor(partCalls.retrieveMenuOptionList, retrieveMenuOptionList),
  answerFor(partCalls.retrieveMenuDeal, retrieveMenuDeal),
  answerFor(partCalls.retrieveMenuCategory, retrieveMenuCategory),
  answerFor(calls.changeMenu, changeMenu),
];
