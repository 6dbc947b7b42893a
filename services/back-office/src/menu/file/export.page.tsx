import { page } from '@order-hub/pages/page';
import { fullReply } from '@order-hub/shared/full-reply';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { Readable } from 'node:stream';
import { separatorOf } from '../../csv/csv-text.ts';
import { listAllRows } from './list-all-rows.ts';
import { menuFile } from './prepare-file.ts';

/** The menu as a file, streamed: it is never in memory as a whole. */
export const exportMenuPage = page('/back-office/locations/:location_id/menus/:catalog_id/export', {
  summary: 'A menu as a file',
  who: 'user',
  roles: managingRoles,
  async load({ params: { catalog_id } }, visit, { askFor }: { askFor: AskFor }) {
    const pages = listAllRows(askFor, visit, catalog_id);
    // The first page is asked for here: what fails is an error page, not half a file.
    const first = await pages.next();
    const file = menuFile(separatorOf(visit));
    async function* lines() {
      yield file.head;
      if (first.done !== true) yield file.lines(first.value.rows);
      for await (const { rows } of pages) yield file.lines(rows);
    }
    return lines();
  },
  show: (lines) =>
    fullReply({
      status: 200,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="menu.csv"',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      },
      body: Readable.from(lines),
    }),
});
