import { formats } from '@order-hub/pages/formats';
import type { PageLanguage } from '@order-hub/pages/page-language';
import type { ComponentChildren } from 'preact';
import { texts } from './texts.ts';

type ShownOption = { list: string; name: string; quantity: number; is_removed: boolean };

type OptionProps = {
  option: ShownOption;
  language: PageLanguage;
  /** Follows the name, such as its price. */
  children?: ComponentChildren;
};

/**
 * An option of an item, with the name of its list: "No" and "Well done" alone do not say to what. A list that is called like its
 * option, or has no name, adds nothing.
 */
export function OrderOption({ option: { list, name, quantity, is_removed }, language, children }: OptionProps) {
  const t = texts(language);
  const isNamedByList = list.trim() === '' || list.toLowerCase() === name.toLowerCase();
  const named = isNamedByList ? (
    <bdi>{name}</bdi>
  ) : (
    t('option_of_list', { list: <bdi>{list}</bdi>, name: <bdi>{name}</bdi> })
  );
  const counted = (
    <>
      {quantity > 1 && `${formats(language).number(quantity)} × `}
      {named}
    </>
  );
  return (
    <li class={is_removed ? 'without' : undefined}>
      {is_removed ? t('without', { name: <s>{counted}</s> }) : counted}
      {children}
    </li>
  );
}
