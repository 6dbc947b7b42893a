/** Contents that the release before stored (docs/decisions/0045-stored-catalogs-are-refreshed.md). */
import type { ContentView } from './content.schema.ts';

type Product = ContentView['products'][number];
type OptionList = ContentView['option_lists'][number];

/** A product or an option list as it may be stored. */
type StoredProduct = Omit<Product, 'nutrition'> & { nutrition?: Product['nutrition'] };
type StoredList = Omit<OptionList, 'multiple_selection'> & { multiple_selection?: OptionList['multiple_selection'] };

type StoredContent = Omit<ContentView, 'products' | 'option_lists'> & {
  products: StoredProduct[];
  option_lists: StoredList[];
};

const currentProduct = ({ nutrition = null, image_ids, skus, ...product }: StoredProduct): Product => ({
  ...product,
  nutrition,
  image_ids,
  skus,
});

/** The release before also showed a type that was not sent, and that the numbers contradict. */
function fitsNumbers({ type, min_selections, max_selections }: StoredList): boolean {
  if (type === 'single') return min_selections === 1 && max_selections === 1;
  return min_selections === 0 && max_selections === null;
}

const currentList = ({ type, multiple_selection = null, tags, options, ...list }: StoredList): OptionList => ({
  ...list,
  type: fitsNumbers({ ...list, type, tags, options }) ? type : null,
  multiple_selection,
  tags,
  options,
});

/**
 * A stored content with the fields of this release, in the order of the view. Who reads a catalog and sends it back gets the
 * same catalog: a `type` that would change the numbers becomes null.
 */
export const currentContent = ({ products, option_lists, ...content }: StoredContent): ContentView => ({
  variants: content.variants,
  categories: content.categories,
  products: products.map(currentProduct),
  option_lists: option_lists.map(currentList),
  deals: content.deals,
  discounts: content.discounts,
  charges: content.charges,
});

/** Whether every option list has the type that it was stored with. */
export const hasSameTypes = (stored: Pick<StoredContent, 'option_lists'>, current: ContentView): boolean =>
  current.option_lists.every(({ type }, index) => type === stored.option_lists[index]?.type);
