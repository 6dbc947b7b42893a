import { Empty, Notice, Section, Table } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import { menuPath, type MenuIds } from '../menu-path.ts';
import { inWords } from '../fields/save-changes.ts';
import { texts } from '../texts.ts';
import type { FileChange, FileChanges, LineFault } from './file-changes.ts';
import { shortened } from '@order-hub/shared/text-start';

const shownMax = 200;
const leftMax = 50;
const charsMax = 300;

const fieldNames = { name: 'name', description: 'description', price: 'price' } as const;

const cut = (text: string) => shortened(text, charsMax);

const Changes = ({ changes, visit }: { changes: readonly FileChange[]; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <>
      <Table
        label={t('changes')}
        heads={[t('product'), t('what'), t('before'), t('after')]}
        rows={changes
          .slice(0, shownMax)
          .map(({ product, sku, change: { field, child_id, before, after } }) => [
            sku === null ? product : `${product}, ${sku}`,
            child_id !== null && field === 'name' ? t('size') : t(fieldNames[field as keyof typeof fieldNames]),
            cut(inWords(before, t)),
            cut(inWords(after, t)),
          ])}
      />
      {changes.length > shownMax && <p class="hint">{t('and_more', { count: changes.length - shownMax })}</p>}
    </>
  );
};

const Left = ({ left, visit }: { left: readonly LineFault[]; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <Section title={t('left_alone', { count: left.length })}>
      <ul>
        {left.slice(0, leftMax).map(({ line, key, values }) => (
          <li>{t('in_line', { line, fault: cut(t(key, values)) })}</li>
        ))}
      </ul>
      {left.length > leftMax && <p class="hint">{t('and_more', { count: left.length - leftMax })}</p>}
    </Section>
  );
};

type PreviewProps = { ids: MenuIds; visit: UserVisit; found: FileChanges; packed: string };

/** What a file changes, before it does. */
export const Preview = ({ ids, visit, found: { changes, left }, packed }: PreviewProps) => {
  const t = texts(visit);
  const path = menuPath(ids);
  return (
    <Layout
      title={t('changes_of_file', { count: changes.length })}
      visit={visit}
      trail={[{ label: t('import'), href: `${path}/import` }]}
    >
      <section>
        {changes.length === 0 ? (
          <Empty>{t('file_changes_nothing')}</Empty>
        ) : (
          <>
            <Notice tone="busy">
              <p>{t('not_saved_yet')}</p>
            </Notice>
            <Changes changes={changes} visit={visit} />
            <Form
              visit={visit}
              form={{ values: {}, faults: [] }}
              action={`${path}/import/confirm`}
              submit={t('save_changes', { count: changes.length })}
              cancel={path}
            >
              <input type="hidden" name="changes" value={packed} />
            </Form>
          </>
        )}
      </section>
      {left.length > 0 && <Left left={left} visit={visit} />}
    </Layout>
  );
};
