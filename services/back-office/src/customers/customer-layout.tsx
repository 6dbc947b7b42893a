import { Layout } from '@order-hub/pages/layout';
import type { UserVisit } from '@order-hub/pages/visit';
import type { ComponentChildren } from 'preact';
import { customerPath, customersPath } from '../paths/customer-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';

type Ids = { location_id: string; customer_list_id: string; customer_id: string };

type Props = {
  ids: Ids;
  visit: UserVisit;
  title: ComponentChildren;
  /** The customer, on the pages below its own. */
  customer?: string;
  children: ComponentChildren;
};

/** The frame of pages about a customer. */
export const CustomerLayout = ({ ids, visit, title, customer, children }: Props) => (
  <Layout
    title={title}
    visit={visit}
    trail={[
      { label: visit.place?.location_name ?? '', href: locationPath(ids.location_id) },
      { label: texts(visit)('customers'), href: customersPath(ids.location_id) },
      ...(customer === undefined ? [] : [{ label: customer, href: customerPath(ids) }]),
    ]}
  >
    {children}
  </Layout>
);
