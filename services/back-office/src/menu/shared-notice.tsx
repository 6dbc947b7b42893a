import { Notice } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Menu } from '@order-hub/shared/menu-calls';
import { texts } from './texts.ts';

/** Says that all locations share a menu, if they do. */
export const SharedNotice = ({ menu, visit }: { menu: Menu; visit: UserVisit }) =>
  menu.is_shared ? (
    <Notice tone="quiet">
      <p>{texts(visit)(menu.may_change ? 'shared_menu' : 'shared_menu_of_owner')}</p>
    </Notice>
  ) : null;
