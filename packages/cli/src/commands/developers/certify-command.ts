/** `hub certify`: puts an application to the test (docs/api/certification.md). */
import { applicationKinds, certify, type ApplicationKind, type CertifyOptions } from '@order-hub/certification';
import { isCertified, reportText, type Report } from '@order-hub/certification/report';
import { orderByCommand, orderByHand } from '../../certify/order-by-command.ts';
import { CommandError } from '../../command-error.ts';
import type { Config } from '../../config.ts';
import { command } from '../../declarations/command.ts';
import { defaulted, flag, optional, repeatable } from '../../declarations/options.ts';
import { findLogin } from '../../login/find-login.ts';
import { jsonText } from '../../printing/json-text.ts';
import type { Terminal } from '../../terminal.ts';

function kindOf(name: string): ApplicationKind {
  const kind = applicationKinds.find((known) => known === name);
  if (kind === undefined) throw new CommandError(`${name} is none of ${applicationKinds.join(', ')}.`);
  return kind;
}

/** A whole number from an option. */
function numberOf(option: string, text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new CommandError(`--${option} must be a whole number, not ${text}.`);
  return +text;
}

/** The token of another client: of the login with this profile, else of the environment. */
const findPartnerToken = async (config: Config, profile: string | undefined) =>
  profile === undefined ? config.HUB_PARTNER_TOKEN : (await findLogin(config, profile)).access_token;

/** Certifies, with what the run does on stderr. */
async function run(options: CertifyOptions, { printError }: Terminal): Promise<Report> {
  const { hubUrl, kind, port = 0 } = options;
  try {
    return await certify({
      ...options,
      onReady: (url) => printError(`Start the ${kind} with ${url} in place of ${hubUrl}\n`),
      onCheck: ({ id, title }) => printError(`… ${id}: ${title}\n`),
    });
  } catch (error) {
    if (options.signal?.aborted) throw new CommandError('Interrupted. The callback is as it was before.');
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new CommandError(`Port ${port} is in use: choose another one with --port.`);
    throw error;
  }
}

/** Throws CommandError if the application fails. */
function assertCertified(report: Report, strict: boolean): void {
  if (isCertified(report, { strict })) return;
  const { failed, not_seen } = report.summary;
  throw new CommandError(
    failed > 0 ? `The ${report.kind} failed ${failed} checks.` : `${not_seen} checks have seen nothing.`,
  );
}

export const certifyCommand = command('certify', {
  description:
    'put an application to the test: stand between it and the hub, and report what it does wrong; the login is that of the application',
  needs: 'login',
  args: { kind: applicationKinds.join(', ') },
  options: {
    partner: optional('profile', 'login of another client of the location, which places orders; or HUB_PARTNER_TOKEN'),
    order_command: optional('command', 'orders something at the website; without it you are asked to'),
    host: defaulted('address', 'where the application reaches this machine', '127.0.0.1'),
    port: defaulted('number', 'where the application finds the API', '8181'),
    patience: defaulted('seconds', 'for what the application should do; longer than its pause between two polls', '45'),
    menu_age: defaulted('seconds', 'how long a website may keep a menu', '60'),
    signature_header: repeatable('name', 'a header with the signature, if it is not X-Service-Hmac-SHA256'),
    strict: flag('fail, too, if a check has seen nothing'),
  },
  run: async ({ login, config, terminal, isJson }, { kind, partner, order_command, signature_header, ...given }) => {
    const report = await run(
      {
        ...{ kind: kindOf(kind), hubUrl: login.hub, clientSecret: login.client_secret },
        partnerToken: await findPartnerToken(config, partner),
        placeOrder: order_command === undefined ? orderByHand(terminal) : orderByCommand(order_command, terminal),
        ...(signature_header.length > 0 && { signatureHeaders: signature_header }),
        ...{ host: given.host, port: numberOf('port', given.port) },
        times: {
          patienceMs: numberOf('patience', given.patience) * 1_000,
          menuAgeMs: numberOf('menu-age', given.menu_age) * 1_000,
        },
        signal: terminal.interruption(),
      },
      terminal,
    );
    terminal.print(isJson ? jsonText(report, 2) : reportText(report));
    assertCertified(report, given.strict);
    return undefined;
  },
  prints: 'lines',
});
