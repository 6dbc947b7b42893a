import { Name, Section, Table } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import { isId } from '@order-hub/shared/ids';
import type { Workplace } from '@order-hub/shared/management/members';
import type { Page } from '@order-hub/shared/page';
import { rule } from '@order-hub/shared/rules';
import { z } from 'zod';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';

/** Where the list of locations starts. */
export const workplacesQuery = {
  workplaces_after: z
    .string()
    .check(rule(isId, 'wrong_format', 'must be an id'))
    .optional(),
};

/** How many locations the section shows. */
export const workplacesShownMax = 50;

/** The locations at which the user works for others. */
export const WorkplacesSection = ({ list, visit }: { list: Page<Workplace>; visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <Section title={t('your_locations')}>
      <Table
        label={t('your_locations')}
        heads={[t('location'), t('business'), t('role'), t('orders')]}
        rows={list.items.map(({ location_id, location_name, account_name, role }) => [
          <a href={locationPath(location_id)}>
            <Name>{location_name}</Name>
          </a>,
          <Name>{account_name}</Name>,
          t(`role_${role}`),
          <a href={`${locationPath(location_id)}/orders`}>{t('orders')}</a>,
        ])}
      />
      {list.next !== null && (
        <p class="actions">
          <a class="button" href={`?workplaces_after=${list.next}`}>
            {t('more_locations')}
          </a>
        </p>
      )}
    </Section>
  );
};
