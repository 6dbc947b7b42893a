import { Empty, Name, Section, Table } from '@order-hub/pages/elements';
import type { UserVisit } from '@order-hub/pages/visit';
import type { SpecialDay } from '@order-hub/shared/management/special-days';
import { removeSpecialDayPath, specialDaysPath } from '../paths/location-path.ts';
import { closedText, dayText } from './special-day.ts';
import { texts } from './texts.ts';

type Props = { location_id: string; today: string; days: readonly SpecialDay[]; visit: UserVisit };

/** The coming days on which the location is closed although its week says open. */
export const SpecialDaysSection = ({ location_id, today, days, visit }: Props) => {
  const t = texts(visit);
  return (
    <Section title={t('special_days')} action={{ label: t('special_day_add'), href: specialDaysPath(location_id) }}>
      <p class="hint">{t('special_days_about')}</p>
      {days.length === 0 ? (
        <Empty>{t('no_special_days')}</Empty>
      ) : (
        <Table
          label={t('special_days')}
          heads={[t('special_day'), t('closed_time'), t('note'), '']}
          rows={days.map((special) => [
            <time datetime={special.day}>{dayText(special.day, { today, visit })}</time>,
            closedText(special, visit),
            special.note === null ? '' : <Name>{special.note}</Name>,
            <a href={removeSpecialDayPath(location_id, special.day)}>{t('special_day_remove')}</a>,
          ])}
        />
      )}
    </Section>
  );
};
