import type { ComponentChildren } from 'preact';
import { assetPath, icon, stylesheet } from '../assets.ts';
import { useLanguage } from '../languages/language-context.ts';
import { texts } from '../texts.ts';
import type { Visit } from '../visits/visit.ts';
import { Icon, type IconName } from './icon.tsx';
import { LocationMenu } from './location-menu.tsx';
import { textOf } from './text-of.ts';

type Crumb = { label: string; href: string };

type LayoutProps = {
  /** What the page is; its text is also the title of the browser's tab. */
  title: ComponentChildren;
  /** Null on pages that know nothing about their visitor. */
  visit: Visit | null;
  /** Where the page belongs: its parents, outermost first. */
  trail?: readonly Crumb[];
  /** `narrow`: one form in the middle, without the menu. `docs`: text with a column of contents. */
  width?: 'wide' | 'narrow' | 'docs';
  /** In place of the visitor's menu. */
  menu?: ComponentChildren;
  /** The same page in another form. */
  alternate?: { href: string; type: string } | undefined;
  /** Scripts of our own that the page can do without. */
  script?: { id: string };
  /** Loads the page again after so many seconds, in browsers without script. */
  refreshSeconds?: number;
  children: ComponentChildren;
};

const Mark = () => (
  <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="3.5" />
    <circle cx="4" cy="5" r="2" />
    <circle cx="20" cy="5" r="2" />
    <circle cx="4" cy="19" r="2" />
    <circle cx="20" cy="19" r="2" />
    <path d="M5.5 6.3 9.4 9.7M18.5 6.3l-3.9 3.4M5.5 17.7l3.9-3.4M18.5 17.7l-3.9-3.4" />
  </svg>
);

const Menu = ({ visit }: { visit: Visit }) => {
  const { user, formToken, url } = visit;
  const t = texts(visit);
  if (!user) return <a href="/back-office/log-in">{t('log_in')}</a>;
  const link = (href: string, label: string, icon: IconName) => (
    <a href={href} aria-current={url.split('?')[0] === href ? 'page' : undefined}>
      <Icon name={icon} />
      {label}
    </a>
  );
  return (
    <>
      {link('/back-office', t('accounts'), 'businesses')}
      {link('/back-office/apps', t('apps'), 'apps')}
      {link('/back-office/clients', t('clients'), 'code')}
      {user.is_operator && link('/back-office/operator', t('operator'), 'operator')}
      {link('/back-office/profile', t('profile'), 'profile')}
      <form method="post" action="/back-office/log-out">
        <input type="hidden" name="form_token" value={formToken} />
        <button class="quiet">{t('log_out')}</button>
      </form>
    </>
  );
};

const Trail = ({ crumbs }: { crumbs: readonly Crumb[] }) => {
  const t = texts(useLanguage());
  if (crumbs.length === 0) return null;
  return (
    <nav aria-label={t('you_are_here')}>
      <ol class="trail">
        {crumbs.map(({ label, href }) => (
          <li>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
};

type HeadProps = Pick<LayoutProps, 'title' | 'script' | 'refreshSeconds' | 'alternate'>;

const Head = ({ title, script, refreshSeconds, alternate }: HeadProps) => (
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{`${textOf(title)} · Order hub`}</title>
    <link rel="icon" href={assetPath(icon)} type="image/svg+xml" />
    <link rel="stylesheet" href={assetPath(stylesheet)} />
    {alternate && <link rel="alternate" {...alternate} />}
    {refreshSeconds !== undefined && (
      <noscript>
        <meta http-equiv="refresh" content={String(refreshSeconds)} />
      </noscript>
    )}
    {script && <script src={assetPath(script)} type="module" />}
  </head>
);

/** `menu` in place of the visitor's own. */
const Navigation = ({ menu, visitor }: { menu: ComponentChildren; visitor: Visit | null }) => {
  const t = texts(useLanguage());
  if (!menu && !visitor) return null;
  return (
    <nav class="menu" aria-label={t('menu')}>
      {menu ?? (visitor && <Menu visit={visitor} />)}
    </nav>
  );
};

const Notice = ({ children }: { children: ComponentChildren }) => (
  <p class="notice good" role="status">
    {children}
  </p>
);

const Footer = () => {
  const t = texts(useLanguage());
  return (
    <footer>
      <a href="/">{t('about_this_hub')}</a>
      <a href="/docs">{t('documentation')}</a>
      <a href="/v1/openapi.json">{t('api_document')}</a>
    </footer>
  );
};

/** The frame of every page. */
export const Layout = ({ visit, trail = [], width = 'wide', menu, children, ...head }: LayoutProps) => {
  const language = useLanguage();
  const visitor = width === 'wide' ? visit : null;
  return (
    <html lang={language}>
      <Head {...head} />
      <body class={width}>
        <a class="skip" href="#content">
          {texts(language)('skip_to_content')}
        </a>
        <header>
          <a class="brand" href="/">
            <Mark />
            Order hub
          </a>
          <Navigation menu={menu} visitor={visitor} />
          {visitor && <LocationMenu visit={visitor} />}
        </header>
        <main id="content">
          <Trail crumbs={trail} />
          <h1>{head.title}</h1>
          {visit?.notice && <Notice>{visit.notice}</Notice>}
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
};
