import type { UserVisit } from '@order-hub/pages/visit';
import { texts } from './texts.ts';

/** Whether the board is live, and its sound. The script says more, in these words. */
export const BoardState = ({ visit }: { visit: UserVisit }) => {
  const t = texts(visit);
  return (
    <>
      <p
        class="board-state"
        role="status"
        data-board-state
        data-live={t('live')}
        data-lost={t('lost')}
        data-unavailable={t('unavailable')}
        data-paused={t('paused')}
        data-not-sent={t('not_sent')}
        data-log-in={t('open_page')}
        data-new-order={t('new_order')}
      >
        <span class="tag quiet">{t('as_of_now')}</span>
      </p>
      <p class="board-sound" data-board-sound data-on={t('sound_is_on')} hidden>
        <button type="button">{t('sound_on')}</button> <span class="hint">{t('sound_hint')}</span>
      </p>
    </>
  );
};
