import type { UserVisit } from '@order-hub/pages/visit';
import { listMenuRows, type Menu, type MenuRow } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';

type Page = { menu: Menu; rows: MenuRow[] };

/** The products of a menu, in portions: one portion is read while the one before is written. */
export async function* listAllRows(askFor: AskFor, visit: UserVisit, catalog_id: string): AsyncGenerator<Page> {
  let skip: number | null = 0;
  while (skip !== null) {
    const page: Page & { next: number | null } = await askFor(listMenuRows, visit, {
      params: { catalog_id },
      input: { skip },
    });
    yield page;
    skip = page.next;
  }
}
