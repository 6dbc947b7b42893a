import { basename } from 'node:path';
import tseslint from 'typescript-eslint';

const TESTS = ['**/test/**', '**/*.test.ts', 'e2e/**'];
const TESTING = ['packages/testing/src/**'];
const COMMAND_LINES = ['packages/cli/**', 'packages/local/**', 'bench/**', 'scripts/**'];

/**
 * `npm run check` sets LINT_PROGRAM to the program that contains the files (scripts/type-programs.js). Without it, as in an
 * editor, each file is linted with its own package's program.
 */
const { LINT_PROGRAM: project } = process.env;
const programs = project ? { project } : { projectService: true };

/** A rule that reports every node that `selector` finds, with a sentence that says what to do instead. */
const forbid = (selector, message) => ({
  meta: { type: 'problem', schema: [] },
  create: (context) => ({ [selector]: (node) => context.report({ node, message }) }),
});

const FILE_NAME =
  /^[a-z0-9]+(-[a-z0-9]+)*(\.(schema|endpoints|store|events|view|client|consumer|page))?(\.test)?(\.d)?\.tsx?$/;
const VAGUE_WORD = /^(util|helper|common|misc|manager|data|base|info)s?$/;

const fileName = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program(node) {
      const name = basename(context.filename);
      const vague = name.split(/[-.]/).find((word) => VAGUE_WORD.test(word));
      if (vague) {
        context.report({
          node,
          message: `"${vague}" in ${name} says nothing: name the file after what it is or does.`,
        });
      }
      if (!FILE_NAME.test(name)) {
        context.report({
          node,
          message: `${name}: kebab-case, then at most one role of schema, endpoints, store, events, view, client, consumer, page.`,
        });
      }
    },
  }),
};

const suppressionsGiveReasons = {
  meta: { type: 'problem', schema: [] },
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments()) {
        if (!/^\s*eslint-disable/.test(comment.value) || /\s--\s+\S/.test(comment.value)) continue;
        // A comment for its own line would suppress this report too, so that one is made on the line below.
        const line = comment.loc.start.line + (comment.value.includes('eslint-disable-line') ? 1 : 0);
        context.report({
          loc: { line, column: 0 },
          message: 'Say why after two dashes: eslint-disable-next-line rule -- reason.',
        });
      }
    },
  }),
};

/** The rules of this house that no published rule knows. CONTRIBUTING.md tells them in words. */
const hub = {
  rules: {
    'file-name': fileName,
    'suppressions-give-reasons': suppressionsGiveReasons,
    'settings-come-from-config': forbid(
      "MemberExpression[object.name='process'][property.name='env']",
      'Only config.ts reads the environment: add a setting there and pass its value down.',
    ),
    'log-instead-of-console': forbid(
      "MemberExpression[object.name='console']",
      'Services write through the log that they are given (ctx.log, deps.log); console is for command lines.',
    ),
    'bind-values': forbid(
      "CallExpression[callee.property.name='query'] > TemplateLiteral[expressions.length>0]:first-child",
      'Write the statement out and bind its values ($1, $2); for a dynamic list use queryBuilder and runQuery.',
    ),
    'named-exports': forbid(
      "ExportDefaultDeclaration, ExportSpecifier[exported.name='default']",
      'Export by name, so that a thing is called the same everywhere.',
    ),
    'rules-run-on-valid-values': forbid(
      'CallExpression[callee.property.name=/^(refine|superRefine)$/]',
      'zod also refines what an earlier check has refused, and a check that computes then throws: use rule or crossFieldRule of shared/rules.',
    ),
    'decimals-are-strings': forbid(
      "CallExpression[callee.name=/^(parseFloat|Number)$/], CallExpression[callee.object.name='Number'][callee.property.name='parseFloat']",
      'A float loses cents: amounts and decimals are strings; calculate with shared/money and shared/decimal.',
    ),
    'foreign-json-is-bounded': forbid(
      ":not(TSAsExpression) > CallExpression[callee.object.name='JSON'][callee.property.name='parse'], TSAsExpression[typeAnnotation.type=/^TS(Unknown|Any)Keyword$/] > CallExpression[callee.object.name='JSON'][callee.property.name='parse']",
      'Parse what others wrote with parseJson of shared/json, which bounds its depth; name the type (`as Order`) of what the hub itself wrote.',
    ),
    'texts-are-cut-in-one-place': forbid(
      "CallExpression[callee.property.name='toWellFormed'] CallExpression[callee.property.name='slice'], TemplateLiteral:has(TemplateElement[value.raw=/…/]) > CallExpression[callee.property.name='slice']",
      'A cut may go through an emoji or a letter with its marks: use textStart or shortened of shared/text-start.',
    ),
    'people-keep-their-right': forbid(
      "Program:has(ImportSpecifier[imported.name=/^(PrincipalContext|SessionContext)$/]) CallExpression[callee.name='transaction']",
      'The right of whoever acts may end before the transaction does: use transactionOf of acting/open-transaction.ts, which keeps it.',
    ),
    'time-is-passed-in': forbid(
      "NewExpression[callee.name='Date'][arguments.length=0], CallExpression[callee.object.name='Date'][callee.property.name='now']",
      'Take the time from ctx.now: then one request has one time, and a test needs no clock.',
    ),
  },
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.hub/**',
      'packages/client/src/generated/**',
      '**/coverage/**',
      '**/*.cjs',
    ],
  },
  {
    plugins: { hub },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: { 'hub/suppressions-give-reasons': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { ...programs, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 200, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-params': ['error', 4],
      complexity: ['error', 8],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'hub/file-name': 'error',
      'hub/named-exports': 'error',

      // A number or a boolean in a message reads as what it is.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // `return refuse(…)` and `() => server.close()` are readable ways to say "do this, and that is all".
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Code points are what we mean when we spread a string.
      '@typescript-eslint/no-misused-spread': 'off',
      // async without await turns a throw into a rejection, which is what an implementation of a port promises.
      '@typescript-eslint/require-await': 'off',
      // A type parameter used once is how the caller names a row: query<Row>(…).
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // It takes a flag that a callback sets (`let closed = false`) for a constant, and says so wrongly too often.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // There are no enums: `erasableSyntaxOnly` of tsconfig.base.json forbids them. The rule takes a tenth of the time.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      // Our objects are records of functions: nothing here has a `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      // `{}` is what a path without parameters computes to.
      '@typescript-eslint/no-generated-empty-object-type': 'off',
      // `.catch((error: Error) => …)`: what we catch is an Error wherever only-throw-error holds.
      '@typescript-eslint/use-unknown-in-catch-callback-variable': 'off',
      // `const { left_out: _, ...rest }` is the plain way to leave a field out.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  // Markup is as long as what it shows.
  { files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true }] } },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...TESTS, ...TESTING, '**/config.ts', 'bench/**', 'packages/{local,postgres}/**'],
    rules: { 'hub/settings-come-from-config': 'error' },
  },
  { files: ['**/*.{ts,tsx}'], ignores: [...TESTS, ...COMMAND_LINES], rules: { 'hub/log-instead-of-console': 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...TESTS, ...TESTING, 'bench/**'],
    rules: { 'hub/bind-values': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    ignores: [...TESTS, 'packages/shared/src/values/rules.ts'],
    rules: { 'hub/rules-run-on-valid-values': 'error' },
  },
  {
    files: ['services/*/src/**/*.{ts,tsx}', 'packages/{shared,pages}/src/**/*.{ts,tsx}'],
    ignores: [...TESTS, 'packages/shared/src/values/texts/text-start.ts'],
    rules: { 'hub/texts-are-cut-in-one-place': 'error' },
  },
  {
    // The code that calculates: money and decimals themselves, and what the services decide about them.
    files: [
      'packages/shared/src/values/amounts/{money,decimal}.ts',
      'packages/menu/src/*.ts',
      'services/{orders,catalog,customers}/src/*/**/*.ts',
    ],
    ignores: [...TESTS, '**/*.{schema,store,endpoints,client}.ts'],
    rules: { 'hub/decimals-are-strings': 'error' },
  },
  {
    files: ['services/auth/src/**/*.{ts,tsx}'],
    rules: { 'hub/people-keep-their-right': 'error' },
  },
  {
    files: ['packages/menu/src/*.ts', 'services/{orders,catalog,customers}/src/*/**/*.ts'],
    ignores: TESTS,
    rules: { 'hub/time-is-passed-in': 'error' },
  },
  {
    files: ['services/*/src/**/*.{ts,tsx}', 'packages/{shared,pages}/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: { 'hub/foreign-json-is-bounded': 'error' },
  },
  {
    // A test tells a story from top to bottom, and reads replies whose shape it is about to check.
    files: [...TESTS, ...TESTING].map((glob) => (glob.endsWith('.ts') ? glob : `${glob}/*.ts`)),
    rules: {
      // One file per feature: loading it costs more than most of its tests.
      'max-lines': ['error', { max: 1_000, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': 'off',
      complexity: 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
    },
  },
  // jest asks for these two by their default export.
  {
    files: ['**/test/global-setup.ts', 'packages/testing/src/global-teardown.ts'],
    rules: { 'hub/named-exports': 'off' },
  },
);
