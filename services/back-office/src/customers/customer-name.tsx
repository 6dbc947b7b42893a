import { Name } from '@order-hub/pages/elements';
import type { VNode } from 'preact';
import type { CustomerTexts } from './texts.ts';

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

/** The name of a customer as an element. No component: the title of a page takes its text from elements. */
export function customerName(customer: Named, t: CustomerTexts): VNode | string {
  const name = calledName(customer);
  return name === undefined ? nameText(customer, t) : <Name>{name}</Name>;
}
