import type { FormState } from '@order-hub/pages/declared-page';
import { Empty, Name, Section } from '@order-hub/pages/elements';
import { Form } from '@order-hub/pages/form';
import { Layout } from '@order-hub/pages/layout';
import { page } from '@order-hub/pages/page';
import { goTo } from '@order-hub/pages/replies';
import type { UserVisit } from '@order-hub/pages/visit';
import { approveListing, removeListing, retrieveListing, type Listing } from '@order-hub/shared/management/apps';
import { retrieveClient } from '@order-hub/shared/management/clients';
import type { AskFor } from '@order-hub/shared/principal-call';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';
import { operatorPath, requestedListingsPath } from '../../paths/operator-path.ts';
import { AppCard } from '../app-list.tsx';
import { texts } from '../texts.ts';
import { ListingFacts } from './listing-facts.tsx';

type Verb = 'approve' | 'remove';
type Found = { name: string; listing: Listing | null };

async function findListed(askFor: AskFor, visit: UserVisit, params: { client_id: string }): Promise<Found> {
  const [{ name }, { listing }] = await Promise.all([
    askFor(retrieveClient, visit, { params }),
    askFor(retrieveListing, visit, { params }),
  ]);
  return { name, listing };
}

const isOpen = (verb: Verb, { requested_at, listed_at }: Listing) =>
  verb === 'approve' ? requested_at !== null && listed_at === null : requested_at !== null || listed_at !== null;

const words = {
  approve: { title: 'approve_named', about: 'approving', submit: 'approve', done: 'approved' },
  remove: { title: 'take_back_named', about: 'taking_back', submit: 'take_back', done: 'removed' },
} as const;

type QuestionProps = { verb: Verb; listing: Listing; visit: UserVisit; form: FormState };

/** The form names the time of the request that the operator sees: what its owner changes afterwards is not approved. */
const Question = ({ verb, listing, visit, form }: QuestionProps) => {
  const t = texts(visit);
  const { about, submit } = words[verb];
  return (
    <>
      <AppCard app={listing} visit={visit} />
      <ListingFacts listing={listing} visit={visit} />
      <p>{t(about)}</p>
      <Form {...{ visit, form }} submit={t(submit)} cancel={requestedListingsPath} danger={verb === 'remove'}>
        <input type="hidden" name="requested_at" value={listing.requested_at?.toISOString() ?? ''} />
      </Form>
    </>
  );
};

type ShownProps = { verb: Verb; found: Found; visit: UserVisit; form: FormState };

const Decision = ({ verb, found: { name, listing }, visit, form }: ShownProps) => {
  const t = texts(visit);
  const trail = [
    { label: t('operator'), href: operatorPath },
    { label: t('requested_title'), href: requestedListingsPath },
  ];
  return (
    <Layout title={t(words[verb].title, { name: <Name>{name}</Name> })} visit={visit} trail={trail}>
      <Section title={t('listing')}>
        {listing && isOpen(verb, listing) ? (
          <Question {...{ verb, listing, visit, form }} />
        ) : (
          <Empty>{t('nothing_to_decide')}</Empty>
        )}
      </Section>
    </Layout>
  );
};

const seenForm = z.object({ requested_at: textUpTo(40) });

const approveListingPage = page('/back-office/operator/listings/:client_id/approve', {
  summary: 'Put a client into the directory of apps, for operators',
  who: 'confirmed operator',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findListed(askFor, visit, params),
  show: (found, visit, form) => <Decision verb="approve" {...{ found, visit, form }} />,
  form: seenForm,
  async submit({ params, form }, visit, { askFor }) {
    await askFor(approveListing, visit, { params, input: form });
    return goTo(visit, requestedListingsPath, { notice: texts(visit)(words.approve.done) });
  },
});

const takeBackListingPage = page('/back-office/operator/listings/:client_id/remove', {
  summary: 'Take a client out of the directory of apps, for operators',
  who: 'confirmed operator',
  load: ({ params }, visit, { askFor }: { askFor: AskFor }) => findListed(askFor, visit, params),
  show: (found, visit, form) => <Decision verb="remove" {...{ found, visit, form }} />,
  form: seenForm,
  async submit({ params }, visit, { askFor }) {
    await askFor(removeListing, visit, { params });
    return goTo(visit, requestedListingsPath, { notice: texts(visit)(words.remove.done) });
  },
});

/** The pages with which operators decide which clients the directory has. */
export const decideListingPages = [...approveListingPage, ...takeBackListingPage];
