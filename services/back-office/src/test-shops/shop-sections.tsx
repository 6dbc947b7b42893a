/** What the page of a test shop shows. */
import { Facts, Notice, Section, Tag, When } from '@order-hub/pages/elements';
import { Form, RadioField, SelectField } from '@order-hub/pages/form';
import type { FormState } from '@order-hub/pages/declared-page';
import type { UserVisit } from '@order-hub/pages/visit';
import type { TestShop } from '@order-hub/shared/management/test-shops';
import { examplesPathFrom } from '../docs/running/examples-path.ts';
import { locationPath } from '../paths/location-path.ts';
import { endTestShopPath, shopPricesPath } from '../paths/test-shop-path.ts';
import { texts } from './texts.ts';
import { useLanguage } from '@order-hub/pages/language-context';

type ShopProps = { shop: TestShop; visit: UserVisit };

const tones = { running: 'good', asleep: 'quiet', cut_off: 'bad' } as const;

const State = ({ shop: { status } }: { shop: TestShop }) => {
  const t = texts(useLanguage());
  return (
    <>
      <Tag tone={tones[status]}>{t(`state_${status}`)}</Tag> {t(`means_${status}`)}
    </>
  );
};

/** Addresses and ids, to paste into an application. */
export const AboutShop = ({ shop, visit }: ShopProps) => {
  const t = texts(useLanguage());
  return (
    <Section
      title={t('your_shop')}
      action={{ label: t('order_board'), href: `${locationPath(shop.location_id)}/orders` }}
    >
      {!shop.is_filled && shop.failure === null && shop.status === 'running' && (
        <Notice tone="quiet">
          <p>{t('on_their_way')}</p>
        </Notice>
      )}
      {shop.failure !== null && (
        <Notice tone="bad">
          <p>{t('last_visit_failed', { failure: <bdi>{shop.failure}</bdi> })}</p>
        </Notice>
      )}
      <Facts
        facts={[
          [t('state'), <State shop={shop} />],
          [t('api'), <code>{`${visit.publicUrl}/v1`}</code>],
          [t('location'), <a href={locationPath(shop.location_id)}>{shop.location_name}</a>],
          [t('location_id'), <code>{shop.location_id}</code>],
          [t('account_id'), <code>{shop.account_id}</code>],
          [t('ends'), <When at={shop.ends_at} timezone={visit.user.timezone} />],
        ]}
      />
    </Section>
  );
};

/** The lines that start a certification run (docs/api/certification.md#starting-a-run). */
const certifyLines = (publicUrl: string) =>
  [
    `npm install --global ${publicUrl}/docs/order-hub-cli.tgz`,
    `hub login --hub ${publicUrl} --profile app --with-client-secret`,
    `hub login --hub ${publicUrl} --profile partner`,
    'hub certify till --profile app --partner partner    # till, website or helper',
  ].join('\n');

export const NextSteps = ({ shop, visit }: ShopProps) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('write_against')}>
      <p>{t('step_examples', { link: (text) => <a href={examplesPathFrom('/docs/reference/orders')}>{text}</a> })}</p>
      <p>{t('step_register', { link: (text) => <a href="/back-office/clients">{text}</a> })}</p>
      <p>
        {t('step_markers', {
          link: (text) => <a href="/docs/sandbox#markers">{text}</a>,
          reject: <code>[reject No dough]</code>,
          delay: <code>[delay 30]</code>,
          field: <code>customer_notes</code>,
        })}
      </p>
      <p>
        {t('step_certify', {
          link: (text) => <a href="/docs/certification">{text}</a>,
          location: <code>{shop.location_id}</code>,
        })}
      </p>
      <pre>{certifyLines(visit.publicUrl)}</pre>
    </Section>
  );
};

type Say = ReturnType<typeof texts>;

const answersIn = (t: Say) => [
  { value: 'accept', label: t('accepts'), note: t('accepts_note') },
  { value: 'reject', label: t('rejects'), note: t('rejects_note') },
  { value: 'ignore', label: t('ignores'), note: t('ignores_note') },
];

const seconds = (value: number, label: string) => ({ value: String(value), label });
const delaysIn = (t: Say) => [
  seconds(0, t('at_once')),
  ...[5, 10, 30, 60].map((value) => seconds(value, t('after_seconds', { count: value }))),
  seconds(300, t('after_minutes', { count: 5 })),
];
const pacesIn = (t: Say) => [
  { value: '0', label: t('never') },
  { value: '1', label: t('every_minute') },
  ...[2, 5, 15, 60].map((value) => ({ value: String(value), label: t('every_minutes', { count: value }) })),
];

/** How the simulators behave. */
export const Behaviour = ({ shop: { settings }, visit, form }: ShopProps & { form: FormState }) => {
  const t = texts(useLanguage());
  return (
    <Section title={t('till_and_website')}>
      <Form visit={visit} form={form} submit={t('save')}>
        <RadioField form={form} name="answer" label={t('till_answer')} choices={answersIn(t)} value={settings.answer} />
        <SelectField
          {...{ form, name: 'delay_seconds', choices: delaysIn(t), value: String(settings.delay_seconds) }}
          label={t('when_accepts')}
          hint={t('when_accepts_hint')}
        />
        <SelectField
          {...{
            form,
            name: 'minutes_between_orders',
            choices: pacesIn(t),
            value: String(settings.minutes_between_orders),
          }}
          label={t('when_orders')}
        />
      </Form>
    </Section>
  );
};

const percentsIn = (t: Say) => [
  { value: '10', label: t('higher', { percent: 10 }) },
  { value: '50', label: t('higher', { percent: 50 }) },
  { value: '-10', label: t('lower', { percent: 10 }) },
];

/** Changes that your application would not hear of if it made them itself. */
export const PriceForm = ({ visit, form }: { visit: UserVisit; form: FormState }) => {
  const t = texts(useLanguage());
  return (
    <Form visit={visit} form={form} submit={t('change_prices')} action={shopPricesPath}>
      <SelectField
        {...{ form, name: 'percent', choices: percentsIn(t) }}
        label={t('all_prices')}
        hint={t('all_prices_hint')}
      />
    </Form>
  );
};

export const EndOfShop = () => {
  const t = texts(useLanguage());
  return (
    <Section title={t('the_end')} action={{ label: t('end'), href: endTestShopPath }}>
      <p>{t('about_end')}</p>
    </Section>
  );
};
