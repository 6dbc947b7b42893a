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
import { givenText } from '../backlog/given-text.ts';
import { pathWith } from '../queries/path-with.ts';
import { belowLog, logOf, logPath, receiverName, type Log, logPaths, type LogPath } from '../paths/log-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type Kept = { state?: 'refused' | 'given_up' | undefined; since?: string | undefined };

const eventsInWords = ({ count, more }: Sending['kept'], visit: UserVisit) =>
  texts(visit)(more ? 'events_count_more' : 'events_count', { count });

const ChooseSection = ({ form, query }: { form: FormState; query: Kept }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('which_events')}>
      <QueryForm submit={t('count')}>
        <SelectField
          {...{ form, name: 'state', label: t('events'), value: query.state }}
          empty={t('refused_or_given_up')}
          choices={[
            { value: 'refused', label: t('choice_refused') },
            { value: 'given_up', label: t('choice_given_up') },
          ]}
        />
        <TextField {...{ form, name: 'since', label: t('since'), value: query.since }} hint={t('since_hint')} />
      </QueryForm>
    </Section>
  );
};

type ConfirmProps = { log: Log; query: Kept; sending: Sending; visit: UserVisit; form: FormState };

const ConfirmSection = ({ log, query, sending: { subscribed, kept }, visit, form }: ConfirmProps) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('send_them_again')}>
      {subscribed === null || kept.count === 0 ? (
        <Empty>{subscribed === null ? t('no_callback') : t('none_kept_matches')}</Empty>
      ) : (
        <>
          <p>
            {t(query.state ? `will_be_sent_${query.state}` : 'will_be_sent', {
              events: <strong>{eventsInWords(kept, visit)}</strong>,
              since: query.since ?? 'none',
            })}
          </p>
          <ul>
            <li>{t('go_to_current')}</li>
            <li>{t('keep_ids')}</li>
            <li>{t('up_to')}</li>
          </ul>
          <Form
            visit={visit}
            form={form}
            submit={t('send_count_again', { events: eventsInWords(kept, visit) })}
            cancel={logPath(log)}
          />
        </>
      )}
    </Section>
  );
};

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
    show({ log, query, sending }, visit, form) {
      const t = texts(visit);
      return (
        <Layout
          title={t('send_events_to', { name: <Name>{receiverName(log, sending.connection)}</Name> })}
          visit={visit}
          trail={belowLog(log, sending.connection, visit)}
        >
          <ChooseSection form={form} query={query} />
          <ConfirmSection {...{ log, query, sending, visit, form }} />
        </Layout>
      );
    },
    async submit({ params, query }, visit, { askFor }) {
      const log = logOf(params);
      const { connection_id, client_id } = log;
      const asked = { params: { connection_id }, input: { client_id, ...query } };
      const { resent, more } = await askFor(resendEvents, visit, asked);
      return goTo(visit, more ? pathWith(`${logPath(log)}/resend`, query) : logPath(log), {
        notice: texts(visit)(more ? 'resent_more' : 'resent', { count: resent }),
      });
    },
  });

/** Sends all events again that were refused or given up, or those of the query. */
export const resendEventsPages = logPaths.flatMap(resendEventsPage);
