import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Form, QueryForm, SelectField, TextField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { resendEvents, retrieveSending, type Sending } from '@order-hub/shared/management/attempts';
import type { AskFor } from '@order-hub/shared/principal-call';
import { z } from 'zod';
import { amountOf, countInWords } from '../backlog/count-in-words.ts';
import { givenText } from '../backlog/given-text.ts';
import { pathWith } from '../paths/path-with.ts';
import { belowLog, logOf, logPath, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';

type Kept = { state?: 'refused' | 'given_up' | undefined; since?: string | undefined };

const words = { refused: 'that the app refused', given_up: 'that were given up' };

/** `that the app refused since 2026-07-01T18:30:00Z`. */
const keptInWords = ({ state, since }: Kept) =>
  `${state ? words[state] : 'that the app refused or that were given up'}${since === undefined ? '' : ` since ${since}`}`;

const eventsInWords = (kept: Sending['kept']) =>
  kept.more ? `${countInWords(kept)} events` : amountOf(kept.count, 'event');

const ChooseSection = ({ form, query }: { form: FormState; query: Kept }) => (
  <Section title="Which events">
    <QueryForm submit="Count">
      <SelectField
        {...{ form, name: 'state', label: 'Events', value: query.state }}
        empty="Refused or given up"
        choices={[
          { value: 'refused', label: 'Refused: answered with 400 to 499' },
          { value: 'given_up', label: 'Given up: the last attempt failed' },
        ]}
      />
      <TextField
        {...{ form, name: 'since', label: 'Since', value: query.since }}
        hint="When they were refused or given up: a time with its offset, such as 2026-07-01T18:30:00Z. Empty for all."
      />
    </QueryForm>
  </Section>
);

type ConfirmProps = { log: Log; query: Kept; sending: Sending; visit: UserVisit; form: FormState };

const ConfirmSection = ({ log, query, sending: { subscribed, kept }, visit, form }: ConfirmProps) => (
  <Section title="Send them again">
    {subscribed === null || kept.count === 0 ? (
      <Empty>
        {subscribed === null ? 'The app has no callback now: nothing can be sent to it.' : 'No kept event matches.'}
      </Empty>
    ) : (
      <>
        <p>
          <strong>{eventsInWords(kept)}</strong> {keptInWords(query)} will be sent again.
        </p>
        <ul>
          <li>They go to the current address of the app, signed with its current secret, the oldest first.</li>
          <li>They keep their ids, so that the app can recognise those that it has processed.</li>
          <li>Up to 5,000 are sent at once. Repeat it for more.</li>
        </ul>
        <Form visit={visit} form={form} submit={`Send ${eventsInWords(kept)} again`} cancel={logPath(log)} />
      </>
    )}
  </Section>
);

const resendEventsPage = (path: LogPath) =>
  page(`${path}/resend`, {
    summary: 'Send the refused and given up events of a connection again',
    who: 'user',
    query: {
      state: z
        .enum(['', 'refused', 'given_up'])
        .transform((state) => state || undefined)
        .optional(),
      since: givenText,
    },
    async load({ params, query }, visit, { askFor }: { askFor: AskFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const asked = { params: { connection_id }, input: { client_id, ...query } };
      return { log, query, sending: await askFor(retrieveSending, visit, asked) };
    },
    show: ({ log, query, sending }, visit, form) => (
      <Layout
        title={
          <>
            Send events to <Name>{receiverName(log, sending.connection)}</Name> again
          </>
        }
        visit={visit}
        trail={belowLog(log, sending.connection, visit)}
      >
        <ChooseSection form={form} query={query} />
        <ConfirmSection {...{ log, query, sending, visit, form }} />
      </Layout>
    ),
    async submit({ params, query }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const asked = { params: { connection_id }, input: { client_id, ...query } };
      const { resent, more } = await askFor(resendEvents, visit, asked);
      const rest = more ? ' There are more: send again.' : '';
      return goTo(visit, more ? pathWith(`${logPath(log)}/resend`, query) : logPath(log), {
        notice: `${amountOf(resent, 'event')} will be sent again.${rest}`,
      });
    },
  });

/** Sends all events again that were refused or given up, or those of the query. */
export const resendEventsPages = logPaths.flatMap(resendEventsPage);
