/** The architecture, as rules about who may import whom. A rule's name is what ARCHITECTURE.md calls it. */

const tests = '(^|/)test/|\\.test\\.ts$|^e2e/';
const testing = '^packages/testing/';

/**
 * The name tells the kind. A file without a role whose first word is one of these verbs acts: a use case, or a step of
 * one. Every other file without a role is about a noun, and pure. $1 is the service.
 */
const verbs = [
  'accept|add|adopt|announce|anonymise|approve|attach|authenticate|begin|block|change|check|claim|clear|close|collect|compress|confirm|create|decrypt|delete|describe|disconnect|exchange|find|grant|hash|hasten|hold|identify|insert|issue|keep|leave|limit|list|lock|log|look|mark|open|patch|post',
  'prepare|push|queue|read|record|redirect|reencrypt|refresh|refuse|remove|replace|replay|resend|reset|resolve|resume|retrieve|retry(?!-schedule)|return|revoke|rotate|save|search|send|show|sign|suspend|unblock|unverify|update|verify|visit|watch|withdraw',
].join('|');
const pure = `^services/(auth|back-office|orders|catalog|customers|events)/src/.+/(?!(${verbs})-)[a-z0-9-]+\\.ts$`;

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two modules that need each other are one module, or hide a third. (A type may point back: a port and its adapter.)',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that leads nowhere would slip past every rule below.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'services-are-islands',
      comment: 'A service knows packages/shared and itself. It asks others over HTTP or hears of them on the bus.',
      severity: 'error',
      from: {
        path: '^services/([^/]+)/',
        pathNot: '^services/(back-office/(test|src/(test-shops|api))|catalog/src/menus)/',
      },
      to: {
        path: '^(services|packages|e2e|bench|scripts)/',
        pathNot: '^(services/$1|packages/(shared|pages|testing))/',
      },
    },
    {
      name: 'services-are-islands',
      comment:
        'The back office calls the API with the types of the client; in test shops it runs simulators as any application.',
      severity: 'error',
      from: { path: '^services/back-office/src/(test-shops|api)/' },
      to: {
        path: '^(services|packages|e2e|bench|scripts)/',
        pathNot: '^(services/back-office|packages/(shared|pages|client|simulators))/',
      },
    },
    {
      name: 'services-are-islands',
      comment: 'What guests can order now is computed by the package that channels use.',
      severity: 'error',
      from: { path: '^services/catalog/src/menus/' },
      to: {
        path: '^(services|packages|e2e|bench|scripts)/',
        pathNot: '^(services/catalog|packages/(shared|menu|testing))/',
      },
    },
    {
      name: 'services-are-islands',
      comment:
        'Pages are known to auth and the back office, and their messages to the errors that a browser gets from the gateway. Tests of the back office run over a real auth service.',
      severity: 'error',
      from: { path: '^services/', pathNot: '^services/(auth|back-office|gateway/src/responses)/' },
      to: { path: '^packages/pages/' },
    },
    {
      name: 'shared-knows-no-service',
      comment: 'packages/shared is the vocabulary: it may not know who speaks it.',
      severity: 'error',
      from: { path: '^packages/shared/' },
      to: { path: '^(services|e2e|bench|scripts|packages/(?!(shared|testing)/))' },
    },
    {
      name: 'pages-know-no-service',
      comment:
        'packages/pages is how pages look and behave. What they show is the business of services. Its test of messages is that of services.',
      severity: 'error',
      from: { path: '^packages/pages/' },
      to: { path: '^(services|e2e|bench|scripts|packages/(?!(shared|pages|testing)/))' },
    },
    {
      name: 'the-menu-runs-in-browsers',
      comment: 'packages/menu is published: it imports decimal.js and itself, and nothing of Node or of the hub.',
      severity: 'error',
      from: { path: '^packages/menu/src/', pathNot: tests },
      to: { pathNot: '^packages/menu/src/|(^|/)node_modules/decimal\\.js/' },
    },
    {
      name: 'the-client-runs-in-browsers',
      comment: 'packages/client is published: it imports packages/menu and itself, and nothing of Node or of the hub.',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: tests },
      to: { pathNot: '^packages/(client|menu)/src/' },
    },
    {
      name: 'the-client-runs-in-browsers',
      comment: 'Only its menu may need packages/menu, so that everything else stays small.',
      severity: 'error',
      from: { path: '^packages/client/src/(?!menu\\.ts$)', pathNot: tests },
      to: { path: '^packages/menu/|^packages/client/src/menu\\.ts$' },
    },
    {
      name: 'examples-use-the-client-only',
      comment: 'An example is what somebody outside this repository could write.',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(services|e2e|bench|scripts|packages/(?!(client|menu)/))' },
    },
    {
      name: 'simulators-use-the-client-only',
      comment: 'A simulated till or website does what anybody could do with the API.',
      severity: 'error',
      from: { path: '^packages/simulators/src/' },
      to: { path: '^(services|e2e|bench|scripts|packages/(?!(client|simulators)/))' },
    },
    {
      name: 'stores-know-no-http',
      comment: 'A store is SQL. What a caller sees, and how they ask, is not its business.',
      severity: 'error',
      from: { path: '\\.store\\.ts$' },
      to: {
        path: '(^|/)node_modules/(@types/)?express/|^(node:)?https?$|^packages/shared/src/http/|\\.(endpoints|view|client)\\.ts$',
      },
    },
    {
      name: 'stores-know-no-http',
      comment: 'A call between services is one of HTTP. A store may name the type of a row that a call returns.',
      severity: 'error',
      from: { path: '\\.store\\.ts$' },
      to: { dependencyTypesNot: ['type-only'], path: '^packages/shared/src/calls/' },
    },
    {
      name: 'endpoints-are-entry-points',
      comment:
        'Only app.ts, and lists of pages, list endpoints (and the API document is made from them): nothing calls into the edge.',
      severity: 'error',
      from: { pathNot: `${tests}|/src/(app|(?:menu-)?page-list)\\.ts$|^scripts/` },
      to: { path: '^services/.*\\.(endpoints\\.ts|page\\.tsx)$' },
    },
    {
      name: 'express-stays-at-the-edge',
      comment: 'Express is known to what serves and mounts endpoints; handlers take values and return values.',
      severity: 'error',
      from: {
        pathNot: `^packages/shared/src/http/|${tests}|${testing}|^bench/`,
      },
      to: { path: '(^|/)node_modules/(@types/)?express/' },
    },
    {
      name: 'another-features-store-is-private',
      comment: "A feature reads another's tables through its use cases, not its SQL.",
      severity: 'error',
      from: { path: '^services/([^/]+)/src/([^/]+)/', pathNot: tests },
      to: { path: '^services/$1/src/.+/[^/]+\\.store\\.ts$', pathNot: '^services/$1/src/$2/' },
    },
    {
      name: 'another-features-store-is-private',
      comment: 'Outside a feature only the composition root touches a store.',
      severity: 'error',
      from: { path: '^services/[^/]+/src/[^/]+\\.ts$', pathNot: '/src/(service|app)\\.ts$' },
      to: { path: '^services/[^/]+/src/.+/[^/]+\\.store\\.ts$' },
    },
    {
      name: 'nouns-are-pure',
      comment:
        'A file named by a noun takes values and returns values. What asks somebody (a database, a network) is named by a verb.',
      severity: 'error',
      // The one worker of the hub: its file is a state machine, and says so.
      from: { path: pure, pathNot: `${tests}|^services/events/src/pushing/pusher\\.ts$` },
      to: {
        dependencyTypesNot: ['type-only'],
        pathNot: [
          '^packages/shared/src/((values|contracts)/|tokens/(scopes|encryption|user-caller)\\.ts$|messages/resource-changed\\.ts$)',
          // Reads its messages once, at start.
          '^packages/pages/src/languages/(texts|formats)\\.ts$',
          '^services/$1/src/.+/[a-z0-9-]+\\.ts$',
          '^services/$1/src/.+/[a-z0-9-]+\\.schema\\.ts$',
          '^packages/menu/src/',
          '(^|/)node_modules/(zod|bowser|ipaddr\\.js|@zxcvbn-ts|otpauth|marked|minisearch|github-slugger|d3-scale|d3-shape|papaparse)/',
          '^(node:)?(crypto|util|net|path)$',
        ],
      },
    },
    {
      name: 'nouns-are-pure',
      comment: 'A pure file uses other pure files, not those that act.',
      severity: 'error',
      from: { path: pure, pathNot: `${tests}|^services/events/src/pushing/pusher\\.ts$` },
      to: {
        dependencyTypesNot: ['type-only'],
        path: `^services/$1/src/.+/(${verbs})-[a-z0-9-]+\\.ts$`,
      },
    },
    {
      name: 'amqplib-only-in-messaging',
      comment: 'The bus is a port; RabbitMQ is one adapter behind it.',
      severity: 'error',
      from: { pathNot: `^packages/shared/src/messages/bus/|${tests}|${testing}` },
      to: { path: '(^|/)node_modules/(@types/)?amqplib/' },
    },
    {
      name: 'redis-only-in-the-gateway',
      comment: 'Redis only counts requests, and the gateway works without it. Nothing may need it.',
      severity: 'error',
      from: { pathNot: '^services/gateway/src/redis/' },
      to: { path: '(^|/)node_modules/@redis/' },
    },
    {
      name: 'testing-only-in-tests',
      comment: 'What makes tests easy does not run in production. (bench finds a RabbitMQ as tests do.)',
      severity: 'error',
      from: { pathNot: `${testing}|${tests}|^bench/` },
      to: { path: testing },
    },
    {
      name: 'knex-only-in-database-and-stores',
      comment: 'knex migrates, and builds the statements that are put together at run time. Nothing else needs it.',
      severity: 'error',
      from: { pathNot: `^packages/shared/src/data/(database|migrate)\\.ts$|\\.store\\.ts$|${tests}` },
      to: { path: '(^|/)node_modules/knex/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json', '.d.ts'],
    },
  },
};
