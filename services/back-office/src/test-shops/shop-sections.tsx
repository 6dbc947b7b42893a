/** What the page of a test shop shows. */
import { Facts, Notice, Section, Tag, When } from '@order-hub/pages/elements';
import { Form, RadioField, SelectField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { UserVisit } from '@order-hub/pages/visit';
import type { TestShop } from '@order-hub/shared/management/test-shops';
import { examplesPathFrom } from '../docs/running/examples-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { endTestShopPath, shopPricesPath } from '../paths/test-shop-path.ts';

type ShopProps = { shop: TestShop; visit: UserVisit };

const states = {
  running: { tone: 'good', word: 'Running', meaning: 'The till answers orders, and the website places them.' },
  asleep: {
    tone: 'quiet',
    word: 'Asleep',
    meaning:
      'Nobody has called its location for an hour. An order, or any other call of an app of yours, wakes it within a minute; so does saving the form below.',
  },
  cut_off: {
    tone: 'bad',
    word: 'Cut off',
    meaning:
      'The till or the website may not act: its connection was blocked or ended, or the account is suspended. Unblock it at the location, or end the test shop and make it again.',
  },
} as const;

const State = ({ shop: { status } }: { shop: TestShop }) => {
  const { tone, word, meaning } = states[status];
  return (
    <>
      <Tag tone={tone}>{word}</Tag> {meaning}
    </>
  );
};

/** Addresses and ids, to paste into an application. */
export const AboutShop = ({ shop, visit }: ShopProps) => (
  <Section title="Your shop" action={{ label: 'Order board', href: `${locationPath(shop.location_id)}/orders` }}>
    {!shop.is_filled && shop.failure === null && shop.status === 'running' && (
      <Notice tone="quiet">
        <p>Its menu and customers are on their way. Load the page again in a few seconds.</p>
      </Notice>
    )}
    {shop.failure !== null && (
      <Notice tone="bad">
        <p>{`The till or the website could not do everything at its last visit: ${shop.failure}. It tries again.`}</p>
      </Notice>
    )}
    <Facts
      facts={[
        ['State', <State shop={shop} />],
        ['API', <code>{`${visit.publicUrl}/v1`}</code>],
        ['Location', <a href={locationPath(shop.location_id)}>{shop.location_name}</a>],
        ['Location id', <code>{shop.location_id}</code>],
        ['Account id', <code>{shop.account_id}</code>],
        ['Ends', <When at={shop.ends_at} timezone={visit.user.timezone} />],
      ]}
    />
  </Section>
);

export const NextSteps = () => (
  <Section title="Write against it">
    <p>
      <a href={examplesPathFrom('/docs/reference/orders')}>Choose this location in the documentation</a>: the examples
      then carry its ids and a token, and run on their page.
    </p>
    <p>
      <a href="/back-office/clients">Register your app</a>, and connect it to this location.
    </p>
    <p>
      <a href="/docs/sandbox#markers">Ask the till for something in an order</a>, such as <code>[reject No dough]</code>{' '}
      or <code>[delay 30]</code> in its <code>customer_notes</code>.
    </p>
  </Section>
);

const answers = [
  { value: 'accept', label: 'Accepts them', note: 'Then it takes each through its statuses, a minute apart.' },
  { value: 'reject', label: 'Rejects all', note: 'With a reason in seller_notes.' },
  { value: 'ignore', label: 'Does not answer', note: 'As a till that is switched off: orders stay new.' },
];

const seconds = (value: number, label: string) => ({ value: String(value), label });
const delays = [
  seconds(0, 'At once'),
  ...[5, 10, 30, 60].map((value) => seconds(value, `After ${value} seconds`)),
  seconds(300, 'After 5 minutes'),
];
const paces = [
  { value: '0', label: 'Never' },
  { value: '1', label: 'Every minute or so' },
  ...[2, 5, 15, 60].map((value) => ({ value: String(value), label: `Every ${value} minutes or so` })),
];

/** How the simulators behave. */
export const Behaviour = ({ shop: { settings }, visit, form }: ShopProps & { form: FormState }) => (
  <Section title="Till and website">
    <Form visit={visit} form={form} submit="Save">
      <RadioField
        form={form}
        name="answer"
        label="What the till does with orders"
        choices={answers}
        value={settings.answer}
      />
      <SelectField
        {...{ form, name: 'delay_seconds', choices: delays, value: String(settings.delay_seconds) }}
        label="When it accepts an order"
        hint="Until then the order is received. The till looks for orders every few seconds."
      />
      <SelectField
        {...{ form, name: 'minutes_between_orders', choices: paces, value: String(settings.minutes_between_orders) }}
        label="When a customer of the website orders"
      />
    </Form>
  </Section>
);

const percents = [
  { value: '10', label: '10 % higher' },
  { value: '50', label: '50 % higher' },
  { value: '-10', label: '10 % lower' },
];

/** Changes that your application would not hear of if it made them itself. */
export const PriceForm = ({ visit, form }: { visit: UserVisit; form: FormState }) => (
  <Form visit={visit} form={form} submit="Change the prices now" action={shopPricesPath}>
    <SelectField
      {...{ form, name: 'percent', choices: percents }}
      label="All prices of the menu"
      hint="The till changes its catalog: your app gets a catalog.update event."
    />
  </Form>
);

export const EndOfShop = () => (
  <Section title="The end" action={{ label: 'End the test shop', href: endTestShopPath }}>
    <p>It ends by itself after a week. Its account, orders and customers stay.</p>
  </Section>
);
