import { formats } from '@order-hub/pages/formats';
import type { UserVisit } from '@order-hub/pages/visit';
import { averageOf, type DayPair } from './day-pair.ts';
import type { DayWords } from './day-words.ts';
import { texts } from './texts.ts';

type SumsOfDay = Pick<DayPair, 'currency' | 'today' | 'until' | 'before' | 'rejected' | 'cancelled'>;

type Props = { sums: SumsOfDay; words: DayWords | null; visit: UserVisit; isCompared?: boolean };

/** Orders, turnover and average of a day in large figures, each beside that of a week before if there is one. */
export const DayFigures = ({ sums, words, visit, isCompared = true }: Props) => {
  const t = texts(visit);
  const { number, money: show } = formats(visit);
  const money = (amount: string | null) => (amount === null ? '–' : show(amount, sums.currency));
  const { today, until, before, rejected, cancelled } = sums;
  const compared = (value: string, whole: string) =>
    words
      ? t('compared', { value, whole, day: words.before, time: words.until })
      : t('compared_chain', { value, whole });
  const average = money(averageOf(before));
  const figures: [string, string, string, boolean][] = [
    [t('orders'), number(today.orders), compared(number(until.orders), number(before.orders)), isCompared],
    [t('turnover'), money(today.turnover), compared(money(until.turnover), money(before.turnover)), isCompared],
    [
      t('average'),
      money(averageOf(today)),
      words ? t('average_before', { day: words.before, average }) : t('average_chain', { average }),
      isCompared,
    ],
    [t('apart'), number(rejected + cancelled), t('not_counted', { rejected, cancelled }), true],
  ];
  return (
    <dl class="figures">
      {figures.map(([name, value, beside, isShown]) => (
        <div>
          <dt>{name}</dt>
          <dd class="figure">{value}</dd>
          {isShown && <dd class="hint">{beside}</dd>}
        </div>
      ))}
    </dl>
  );
};
