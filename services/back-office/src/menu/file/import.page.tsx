import { FileField, Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { pageReply } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { invalid, invalidFields, type FieldError } from '@order-hub/shared/errors';
import { listMenuRows, type MenuRow } from '@order-hub/shared/menu-calls';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { menuPath } from '../menu-path.ts';
import { texts, type MessageKey } from '../texts.ts';
import { columns } from './columns.ts';
import { fileChanges } from './file-changes.ts';
import { listAllRows } from './list-all-rows.ts';
import { packedChanges } from './compress-changes.ts';
import { Preview } from './preview.tsx';
import { faultsMax, fileBytesMax, readFile } from './read-file.ts';

const form = z.object({ file: textUpTo(2 * fileBytesMax) });

async function allRows(askFor: AskFor, visit: UserVisit, catalog_id: string): Promise<MenuRow[]> {
  const rows: MenuRow[] = [];
  for await (const found of listAllRows(askFor, visit, catalog_id)) rows.push(...found.rows);
  return rows;
}

/** A fault of a line, in the words of the page. */
function lineFaults(
  faults: readonly {
    line: number | null;
    key: MessageKey;
    values?: Record<string, string | number>;
  }[],
  visit: UserVisit,
): FieldError[] {
  const t = texts(visit);
  return faults.slice(0, faultsMax).map(({ line, key, values }) => {
    const said = t(key, values ?? {});
    return { field: 'file', message: line === null ? said : t('in_line', { line, fault: said }), code: 'invalid' };
  });
}

/** A file is sent, and shown as the changes that it makes. */
export const importMenuPage = page('/back-office/locations/:location_id/menus/:catalog_id/import', {
  summary: 'Changes of a menu from a file',
  who: 'user',
  roles: managingRoles,
  filesBytesMax: fileBytesMax + 65_536,
  async load({ params }, visit, { askFor }: { askFor: AskFor }) {
    const { catalog_id } = params;
    const { menu } = await askFor(listMenuRows, visit, { params: { catalog_id }, input: { skip: 0 } });
    return { ids: params, menu };
  },
  show({ ids, menu }, visit, state) {
    const t = texts(visit);
    return (
      <Layout title={t('import')} visit={visit} trail={[{ label: menu.name, href: menuPath(ids) }]}>
        <section>
          <p>{t('about_import', { columns: columns.join(', ') })}</p>
          <Form visit={visit} form={state} submit={t('show_changes')} cancel={menuPath(ids)} hasFiles>
            <FileField form={state} name="file" label={t('file')} hint={t('file_hint')} accept=".csv,text/csv" />
          </Form>
        </section>
      </Layout>
    );
  },
  form,
  async submit({ params, form: { file } }, visit, { askFor }) {
    const { catalog_id } = params;
    if (file === '') throw invalid('file', 'missing', 'must be chosen');
    const bytes = Buffer.from(file, 'base64');
    if (bytes.length > fileBytesMax) throw invalid('file', 'too_large', texts(visit)('file_too_large'));
    const { lines, faults, has } = readFile(bytes);
    if (faults.length > 0) throw invalidFields(lineFaults(faults, visit));
    const currency = visit.place?.currency ?? '';
    const found = fileChanges(lines, { rows: await allRows(askFor, visit, catalog_id), has, currency });
    if (found.faults.length > 0) throw invalidFields(lineFaults(found.faults, visit));
    const packed = packedChanges(found.changes.map(({ change }) => change));
    if (packed === undefined) throw invalid('file', 'too_many', texts(visit)('too_many_changes'));
    return pageReply(visit, <Preview ids={params} visit={visit} found={found} packed={packed} />);
  },
});
