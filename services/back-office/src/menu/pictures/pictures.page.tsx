import { Layout } from '@order-hub/pages/layout';
import { Name, Section } from '@order-hub/pages/elements';
import { FileField, Form } from '@order-hub/pages/form';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { invalid } from '@order-hub/shared/errors';
import { retrieveMenuProduct } from '@order-hub/shared/menu-calls';
import { cutOffMessage, isWholePicture, pictureTypeOf } from '@order-hub/shared/pictures';
import type { AskFor } from '@order-hub/shared/principal-call';
import { managingRoles } from '@order-hub/shared/roles';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import type { CallApi } from '../../api/open-api.ts';
import { imagePath, menuPath, productPath, type ProductIds } from '../menu-path.ts';
import { saveChanges } from '../fields/save-changes.ts';
import { texts } from '../texts.ts';

const pictureBytesMax = 1_048_576;
const idMax = 64;
const form = z.object({
  picture: textUpTo(2 * pictureBytesMax).optional(),
  remove: textUpTo(idMax).optional(),
});

type Deps = { askFor: AskFor; callApi: CallApi };

/** The id of a picture that was just added to the catalog. */
async function addPicture({ callApi }: Deps, visit: UserVisit, catalog_id: string, picture: string) {
  const bytes = Buffer.from(picture, 'base64');
  const type = pictureTypeOf(bytes);
  if (bytes.length > pictureBytesMax || type === undefined)
    throw invalid('picture', 'not_an_image', texts(visit)('not_a_picture'));
  if (!isWholePicture(bytes, type)) throw invalid('picture', 'not_an_image', cutOffMessage);
  // The types of the client take a file of a browser.
  const { id } = await callApi('createImage', visit, { catalog_id, body: bytes as never }, { type });
  return id;
}

const nextPictures = (before: readonly string[], added: string | undefined, remove: string | undefined) =>
  added === undefined ? before.filter((id) => id !== remove) : [...before, added];

/** The pictures of a product: one is added, or taken away. */
export const picturesPage = page(
  '/back-office/locations/:location_id/menus/:catalog_id/products/:product_id/pictures',
  {
    summary: 'The pictures of a product of a menu',
    who: 'user',
    roles: managingRoles,
    filesBytesMax: pictureBytesMax + 65_536,
    async load({ params }, visit, { askFor }: Deps) {
      const { catalog_id, product_id } = params;
      return { ids: params, ...(await askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } })) };
    },
    show({ ids, menu, product }, visit, state) {
      const t = texts(visit);
      return (
        <Layout
          title={t('pictures_of', { name: <Name>{product.name}</Name> })}
          visit={visit}
          trail={[
            { label: menu.name, href: menuPath(ids) },
            { label: product.name, href: productPath(ids) },
          ]}
        >
          {product.image_ids.length > 0 && (
            <section>
              <ul class="photos">
                {product.image_ids.map((id, at) => (
                  <li>
                    <img class="photo" src={imagePath(ids, id)} alt={t('picture_number', { number: at + 1 })} />
                    <form method="post">
                      <input type="hidden" name="form_token" value={visit.formToken} />
                      <input type="hidden" name="remove" value={id} />
                      <button
                        aria-label={t('action_for', {
                          action: t('remove'),
                          name: t('picture_number', { number: at + 1 }),
                        })}
                      >
                        {t('remove')}
                      </button>
                    </form>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Section title={t('add_picture')}>
            <Form visit={visit} form={state} submit={t('add')} cancel={productPath(ids)} hasFiles>
              <FileField
                form={state}
                name="picture"
                label={t('picture')}
                hint={t('picture_hint')}
                accept="image/jpeg,image/png,image/webp,image/gif,image/bmp"
              />
            </Form>
          </Section>
        </Layout>
      );
    },
    form,
    async submit({ params, form: { picture, remove } }, visit, deps) {
      const { catalog_id, product_id } = params;
      const { product } = await deps.askFor(retrieveMenuProduct, visit, { params: { catalog_id, product_id } });
      if (picture === '' || (picture === undefined && remove === undefined))
        throw invalid('picture', 'missing', 'must be chosen');
      const added = picture === undefined ? undefined : await addPicture(deps, visit, catalog_id, picture);
      const before = product.image_ids;
      const change = { kind: 'product', id: product_id, child_id: null, field: 'image_ids', before } as const;
      const after = nextPictures(before, added, remove);
      await saveChanges(deps, visit, catalog_id, [{ field: 'picture', change: { ...change, after } }]);
      const ids: ProductIds = params;
      return goTo(visit, `${productPath(ids)}/pictures`, { notice: texts(visit)('saved') });
    },
  },
);
