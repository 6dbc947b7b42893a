import { Name } from '@order-hub/pages/elements';
import type { Visit } from '@order-hub/pages/visit';
import type { OpenInvitation } from './invitation.store.ts';
import { texts } from './texts.ts';

/** Who invites the visitor where, and what they may do there. */
export const Invited = ({ invitation, visit }: { invitation: OpenInvitation; visit: Visit }) => {
  const t = texts(visit);
  const { inviter, location_name, account_name, role, requires_second_factor } = invitation;
  const place = { location: <Name>{location_name}</Name>, account: <Name>{account_name}</Name> };
  return (
    <>
      <p>{inviter === null ? t('invited', place) : t('invited_by', { ...place, inviter: <Name>{inviter}</Name> })}</p>
      <p>{t(`${role}_may`)}</p>
      {requires_second_factor && <p>{t('needs_factor', { account: <Name>{account_name}</Name> })}</p>}
    </>
  );
};

/** For a link that was used, withdrawn, or is too old. */
export const InvitationOver = ({ visit }: { visit: Visit }) => (
  <section>
    <p>{texts(visit)('over')}</p>
    <p>{texts(visit)('ask_again')}</p>
  </section>
);
