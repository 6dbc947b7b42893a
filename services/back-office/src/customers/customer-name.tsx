import { useLanguage } from '@order-hub/pages/language-context';
import { Name } from '@order-hub/pages/elements';
import type { CustomerTexts } from './texts.ts';
import { texts } from './texts.ts';

type Named = {
  anonymised: boolean;
  first_name: string | null;
  last_name: string | null;
  company_name: string | null;
  email: string | null;
  phone: string | null;
};

/** What a customer is called; undefined for one of whom nothing is known. */
const calledName = ({ first_name, last_name, company_name, email, phone }: Named): string | undefined =>
  [first_name, last_name].filter(Boolean).join(' ') || [company_name, email, phone].find(Boolean) || undefined;

/** The name of a customer as text. */
export function nameText(customer: Named, t: CustomerTexts): string {
  return calledName(customer) ?? (customer.anonymised ? t('anonymous') : t('unnamed'));
}

/** The name of a customer. */
export function CustomerName({ customer }: { customer: Named }) {
  const t = texts(useLanguage());
  const name = calledName(customer);
  if (name === undefined) return <>{nameText(customer, t)}</>;
  return <Name>{name}</Name>;
}
