import { Empty, Name, Table } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { formats } from '@order-hub/pages/formats';
import type { ShownCustomer } from '@order-hub/shared/customer-page-calls';
import { texts, type CustomerTexts } from '../texts.ts';

type Card = ShownCustomer['customer']['loyalty_cards'][number];

/** What a card is called. */
export const cardText = ({ name, ref }: Pick<Card, 'name' | 'ref'>, t: CustomerTexts) => name ?? ref ?? t('card');

/** Points as the language writes them. A balance may have more digits than a number. */
export const pointsText = (balance: string, language: Parameters<typeof formats>[0]) =>
  formats(language).number(balance as unknown as number, { maximumFractionDigits: 20 });

/** The loyalty cards of a customer, each a link to its points. */
export function CustomerCards({ path, cards }: { path: string; cards: readonly Card[] }) {
  const language = useLanguage();
  const t = texts(language);
  if (cards.length === 0) return <Empty>{t('no_card')}</Empty>;
  const rows = cards.map((card) => [
    <a href={`${path}/cards/${card.id}`}>
      <Name>{cardText(card, t)}</Name>
    </a>,
    pointsText(card.balance, language),
  ]);
  return <Table label={t('cards')} heads={[t('card'), t('points')]} rows={rows} />;
}
