import { Empty, More, Name, Section, Table, When } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Invitation } from '@order-hub/shared/management/invitations';
import type { Member } from '@order-hub/shared/management/members';
import type { Page } from '@order-hub/shared/page';
import type { Role } from '@order-hub/shared/roles';
import { memberPath, peoplePath, withdrawPath } from '../paths/people-path.ts';
import { memberName } from './member-name.ts';
import { texts } from './texts.ts';

/** `acting`: the role of the visitor. `withLocations`: the people of several locations are listed. */
type SectionProps<Item> = { list: Page<Item>; visit: UserVisit; acting: Role; withLocations?: boolean };

/** The owner places everybody; a manager the kitchen. */
const mayPlace = (acting: Role, { role }: Pick<Member, 'role'>) => acting === 'owner' || role === 'kitchen';

const MemberLabel = ({ member }: { member: Member }) => (
  <>
    <Name>{memberName(member)}</Name>
    {memberName(member) !== member.email && (
      <div>
        <small>
          <Name>{member.email}</Name>
        </small>
      </div>
    )}
  </>
);

const LocationLink = ({ of }: { of: Pick<Member, 'location_id' | 'location_name'> }) => (
  <a href={peoplePath(of.location_id)}>
    <Name>{of.location_name}</Name>
  </a>
);

const factorOf = ({ has_second_factor }: Member, t: ReturnType<typeof texts>) =>
  has_second_factor === undefined ? '–' : t(has_second_factor ? 'has_factor' : 'no_factor');

type MembersProps = SectionProps<Member> & { invitePath?: string };

/** Who works at the location, or at the locations of the account. */
export const MembersSection = ({ list, visit, acting, withLocations, invitePath }: MembersProps) => {
  const t = texts(visit);
  return (
    <Section
      title={t('members')}
      {...(invitePath !== undefined && { action: { label: t('invite'), href: invitePath } })}
    >
      {list.items.length === 0 ? (
        <Empty>{t('nobody')}</Empty>
      ) : (
        <Table
          label={t('members')}
          heads={[t('name'), ...(withLocations ? [t('location')] : []), t('role'), t('second_factor'), t('since'), '']}
          rows={list.items.map((member) => [
            <MemberLabel member={member} />,
            ...(withLocations ? [<LocationLink of={member} />] : []),
            t(`role_${member.role}`),
            factorOf(member, t),
            <When at={member.created_at} timezone={visit.user.timezone} />,
            <>
              {acting === 'owner' && <a href={memberPath(member, 'update')}>{t('change_role')}</a>}{' '}
              {mayPlace(acting, member) && <a href={memberPath(member, 'remove')}>{t('remove')}</a>}
            </>,
          ])}
        />
      )}
      <More path="" after={list.next} />
    </Section>
  );
};

/** Invitations that nobody has accepted yet. */
export const InvitationsSection = ({ list, visit, acting, withLocations }: SectionProps<Invitation>) => {
  const t = texts(visit);
  return (
    <Section title={t('open_invitations')}>
      {list.items.length === 0 ? (
        <Empty>{t('no_invitation')}</Empty>
      ) : (
        <Table
          label={t('open_invitations')}
          heads={[t('invited'), ...(withLocations ? [t('location')] : []), t('role'), t('valid_until'), '']}
          rows={list.items.map((invitation) => [
            invitation.email === null ? t('link_holder') : <Name>{invitation.email}</Name>,
            ...(withLocations ? [<LocationLink of={invitation} />] : []),
            t(`role_${invitation.role}`),
            <When at={invitation.expires_at} timezone={visit.user.timezone} />,
            mayPlace(acting, invitation) && <a href={withdrawPath(invitation)}>{t('withdraw')}</a>,
          ])}
        />
      )}
      {list.next !== null && (
        <p class="actions">
          <a class="button" href={`?invitations_after=${list.next}`}>
            {t('more_invitations')}
          </a>
        </p>
      )}
    </Section>
  );
};
