import { Tag } from '@order-hub/pages/elements';
import { useLanguage } from '@order-hub/pages/language-context';
import { texts } from './texts.ts';

type LocationState = { suspended: boolean; account_suspended: boolean };

/** Whether a location is suspended, by itself or with its account. */
export const isSuspended = ({ suspended, account_suspended }: LocationState) => suspended || account_suspended;

/** Whether something is suspended. */
export const StateTag = ({ suspended }: { suspended: boolean }) => {
  const t = texts(useLanguage());
  return suspended ? <Tag tone="bad">{t('suspended')}</Tag> : <Tag tone="good">{t('active')}</Tag>;
};

/** The same of a location, for operators: they resume its account where that is the cause. */
export const LocationTag = ({ suspended, account_suspended }: LocationState) => (
  <>
    <StateTag suspended={isSuspended({ suspended, account_suspended })} />
    {account_suspended && !suspended && ` ${texts(useLanguage())('with_account')}`}
  </>
);
