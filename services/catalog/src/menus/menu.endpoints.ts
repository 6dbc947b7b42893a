import * as calls from '@order-hub/shared/menu-calls';
import { answerFor } from '@order-hub/shared/principal-call';
import { changeMenu } from './change-menu.ts';
import { listMenuRows } from './list-menu-rows.ts';
import { listMenus } from './list-menus.ts';
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
  answerFor(calls.changeMenu, changeMenu),
];
