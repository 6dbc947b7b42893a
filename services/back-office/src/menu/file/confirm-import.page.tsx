import { Section } from '@order-hub/pages/elements';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo, pageReply } from '@order-hub/pages/replies';
import { changeMenu } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath } from '../menu-path.ts';
import { inWords } from '../fields/save-changes.ts';
import { texts } from '../texts.ts';
import { packedBytesMax, unpackedChanges } from './compress-changes.ts';

const conflictStatus = 409;

/** The changes of a file are made, all of them or none. */
export const confirmImportPage = page('/back-office/locations/:location_id/menus/:catalog_id/import/confirm', {
  summary: 'The changes of a file, confirmed',
  who: 'user',
  roles: managingRoles,
  filesBytesMax: 2 * packedBytesMax,
  load: ({ params }) => params,
  // Nothing is stored between the preview and its form, so this page has nothing to show.
  show(ids, visit) {
    const t = texts(visit);
    return (
      <Layout title={t('nothing_saved')} visit={visit} trail={[{ label: t('menu'), href: menuPath(ids) }]}>
        <Section title={t('import')} action={{ label: t('import'), href: `${menuPath(ids)}/import` }}>
          <p>{t('choose_again')}</p>
        </Section>
      </Layout>
    );
  },
  form: z.object({ changes: textUpTo(packedBytesMax) }),
  async submit({ params, form: { changes: packed } }, visit, { askFor }: { askFor: AskFor }) {
    const changes = unpackedChanges(packed);
    const { catalog_id } = params;
    const { changed, conflicts } = await askFor(changeMenu, visit, { params: { catalog_id }, input: { changes } });
    const t = texts(visit);
    if (conflicts.length === 0) return goTo(visit, menuPath(params), { notice: t('file_saved', { count: changed }) });
    return pageReply(
      visit,
      <Layout
        title={t('nothing_saved')}
        visit={visit}
        trail={[{ label: t('import'), href: `${menuPath(params)}/import` }]}
      >
        <Section title={t('changed_by_others')}>
          <p>{t('choose_again')}</p>
          <ul>
            {conflicts.map(({ index, current, is_gone }) => (
              <li>
                {is_gone
                  ? t('gone_meanwhile')
                  : t('from_to_now', {
                      before: inWords(changes[index]?.before ?? null, t),
                      after: inWords(changes[index]?.after ?? null, t),
                      now: inWords(current, t),
                    })}
              </li>
            ))}
          </ul>
        </Section>
      </Layout>,
      conflictStatus,
    );
  },
});
