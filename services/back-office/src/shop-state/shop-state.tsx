import { Tag } from '@order-hub/pages/elements';
import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import { locationPath } from '../paths/location-path.ts';
import { texts } from './texts.ts';

/** As the API shows it. */
type Acceptance =
  | { mode: 'normal' }
  | { mode: 'busy'; resume_at: string | null; extra_preparation_time: number }
  | { mode: 'paused'; resume_at: string | null };

type Location = { id: string; preparation_time: number; order_acceptance: Acceptance };

type Props = { location: Location; visit: UserVisit; timezone: string; mayManage: boolean };

const tones = { normal: 'good', busy: 'busy', paused: 'bad' } as const;

const actionsOf = {
  normal: [
    ['pause', 'do_pause'],
    ['busy', 'do_busy'],
  ],
  busy: [
    ['normal', 'do_not_busy'],
    ['pause', 'do_pause'],
  ],
  paused: [['normal', 'do_normal']],
} as const;

function stateText(acceptance: Acceptance, { visit, timezone }: Pick<Props, 'visit' | 'timezone'>) {
  const t = texts(visit);
  if (acceptance.mode === 'normal') return t('normal');
  const said = acceptance.mode === 'busy' ? t('busy', { minutes: acceptance.extra_preparation_time }) : t('paused');
  const { resume_at } = acceptance;
  if (resume_at === null) return said;
  return `${said} ${t('until', { time: formats(visit).at(new Date(resume_at), timezone, 'time') })}`;
}

/** How orders are taken now, and the buttons that change it. */
export const ShopState = ({ location, visit, timezone, mayManage }: Props) => {
  const t = texts(visit);
  const { id, order_acceptance: acceptance, preparation_time } = location;
  return (
    <section class="shop-state" aria-label={t('state')}>
      <p>
        <Tag tone={tones[acceptance.mode]}>{stateText(acceptance, { visit, timezone })}</Tag>{' '}
        <span class="hint">{t('preparation', { minutes: preparation_time })}</span>
      </p>
      {actionsOf[acceptance.mode].map(([action, label]) => (
        <form method="post" action={`${locationPath(id)}/${action}`}>
          <input type="hidden" name="form_token" value={visit.formToken} />
          <button>{t(label)}</button>
        </form>
      ))}
      {acceptance.mode !== 'paused' && <a href={`${locationPath(id)}/pause`}>{t('do_pause_longer')}</a>}
      {mayManage && <a href={`${locationPath(id)}/hours`}>{t('hours_link')}</a>}
    </section>
  );
};
