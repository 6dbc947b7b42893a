/** What a run needs to know. */

export const applicationKinds = ['till', 'website', 'helper'] as const;

export type ApplicationKind = (typeof applicationKinds)[number];

/** How long the run waits, in milliseconds unless it says seconds. */
export type Times = {
  /** For what the application should do. Longer than the pause between two polls. */
  patienceMs: number;
  /** Without anything that happens, before a check ends. */
  quietMs: number;
  /** How long the application is refused as suspended. */
  suspendedMs: number;
  /** For the answer to a push (docs/api/events.md#acknowledgement). */
  deadlineMs: number;
  /** Before an event that was not acknowledged is pushed again: the hub waits a minute and longer. */
  resendMs: number;
  /** What `Retry-After` says. */
  retryAfterSeconds: number;
  /** How old the menu of a website may be. */
  menuAgeMs: number;
};

export const defaultTimes: Times = {
  patienceMs: 45_000,
  quietMs: 1_000,
  suspendedMs: 3_000,
  deadlineMs: 20_000,
  resendMs: 2_000,
  retryAfterSeconds: 2,
  menuAgeMs: 60_000,
};

export type CertifyOptions = {
  kind: ApplicationKind;
  /** The root of the API, such as `http://localhost:8080/v1`. */
  hubUrl: string;
  /** The secret of the application's client, with which events are signed. */
  clientSecret?: string | undefined;
  /** The access token of another client for the same location, with `orders.write`: it places orders. */
  partnerToken?: string | undefined;
  /**
   * Makes a website place an order, or asks somebody to. Until it resolves for the first time it is called again: a website may
   * be starting.
   */
  placeOrder?: (() => Promise<void>) | undefined;
  /** The names of the header with the signature. */
  signatureHeaders?: readonly string[] | undefined;
  /** Where the run listens; by default a free port of this machine. */
  host?: string | undefined;
  port?: number | undefined;
  times?: Partial<Times>;
  /** Gets the address to be given to the application in place of `hubUrl`. */
  onReady?: (url: string) => void;
  /** Called before each check. */
  onCheck?: (check: { id: string; title: string }) => void;
  /** Ends the run early; `certify` then throws its reason. */
  signal?: AbortSignal | undefined;
};
