import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from '../texts.ts';

/** Says to what somebody else has changed a field meanwhile. */
export function conflictText(
  visit: Pick<UserVisit, 'language'>,
  field: string,
  current: string | boolean | null,
): string {
  const t = texts(visit);
  if (current === null || current === '') return t('emptied_meanwhile');
  if (typeof current === 'boolean') return t('changed_meanwhile', { value: current ? t('yes') : t('no') });
  const value = field === 'country' ? formats(visit).country(current) : current;
  return t('changed_meanwhile', { value });
}
