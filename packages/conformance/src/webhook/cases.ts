import type { CheckedKind } from './callback-writer.ts';
import type { PathCase, WebhookCase } from './case.ts';
import { forgedCases } from './cases/forged.ts';
import { plainCases, spellingCases, unreadableCases } from './cases/genuine.ts';
import { misdirectedCases } from './cases/misdirected.ts';
import { amountCases, statusCases } from './cases/orders.ts';
import { repeatCases, returnPageCases } from './cases/repeats.ts';
import type { PathId } from './path/response-signs.ts';

const lost =
  'The gateway retries the callback for seven hours. The customer has paid, but the order stays open in your shop.';

function pathCase(id: PathId, title: string, fix: string): PathCase {
  return { id, title, kind: 'path', why: lost, fix };
}

/**
 * Cases about the path to the endpoint, in the order in which a callback passes through its parts (spec: Delivery rules
 * 1 to 3).
 */
const pathCases: readonly PathCase[] = [
  pathCase(
    'path-dns',
    'the host name has an IP address',
    'Check the spelling of the host name, and add an A or AAAA record at your DNS provider.',
  ),
  pathCase(
    'path-connect',
    'a server accepts the connection',
    'Start the server, check the port, and open the port in the firewall for the IP addresses of the gateway.',
  ),
  pathCase(
    'path-tls',
    'the TLS certificate is valid',
    'Install a certificate from a public CA for this host name, with its intermediate certificates.',
  ),
  pathCase(
    'path-redirect',
    'the URL responds without a redirect',
    'Save the final URL as the callback URL, or exempt this path from the redirect. The gateway does not follow redirects.',
  ),
  pathCase(
    'path-auth',
    'no login and no firewall stops the callback',
    'Exempt this path from the login, and allow the IP addresses of the gateway in the firewall. The signature authenticates the callback.',
  ),
  pathCase(
    'path-csrf',
    'no CSRF check stops the callback',
    'Exempt this path from the CSRF check. Laravel: the except list of validateCsrfTokens(…). Django: @csrf_exempt. Rails: skip_forgery_protection. Spring: csrf.ignoringRequestMatchers(…). The signature authenticates the callback.',
  ),
  pathCase(
    'path-challenge',
    'no bot protection stops the callback',
    'Add a rule to the bot protection that skips its checks for this path. Cloudflare: a WAF custom rule with the action Skip.',
  ),
  pathCase(
    'path-method',
    'the path accepts POST',
    'Check the path of the callback URL, and register a handler for POST there. A static host accepts only GET.',
  ),
  pathCase(
    'path-maintenance',
    'the site is not in maintenance mode',
    'End the maintenance mode, or exempt this path from it. Payments continue during maintenance.',
  ),
  pathCase(
    'path-slow',
    'the response is complete within the timeout',
    'Record the payment and return success. Do slow work, for example email, after the response.',
  ),
  pathCase(
    'path-body',
    'the body arrives unchanged',
    'Let the proxy, the firewall and the framework pass the body and the Content-Type on unchanged. Parse the body without converting a value.',
  ),
  pathCase(
    'path-encoding',
    'the response is readable without decoding',
    'Return the plain text success in UTF-8, without compression and without a byte order mark. The request header Accept-Encoding allows only identity.',
  ),
];

/** Case about the response time (spec: Limits, Callback timeout). */
const timingCase: WebhookCase = {
  id: 'answer-time',
  title: 'responses arrive well before the timeout',
  kind: 'payin',
  timed: true,
  why: 'A delivery fails if the response takes more than 8 seconds, even if your shop did the work. The gateway retries the callback.',
  fix: 'Record the payment and return success. Do slow work, for example email or stock updates, after the response.',
};

/** Every case in the order of execution. Prerequisites come first, and cases about earlier callbacks come last. */
export const webhookCases: readonly WebhookCase[] = [
  ...pathCases,
  ...plainCases,
  ...spellingCases,
  ...forgedCases,
  ...unreadableCases,
  ...misdirectedCases,
  ...statusCases,
  ...amountCases,
  ...returnPageCases,
  ...repeatCases,
  timingCase,
];

/** A case in a list. */
export interface CaseSummary {
  /** Stable identifier: `cases: [id]`. */
  readonly id: string;
  /** The expected behaviour. */
  readonly title: string;
  /** The kind of order. `path` for the path to the endpoint, which callbacks of every kind use. */
  readonly kind: CheckedKind | 'path';
  /** Reason why the case is important. */
  readonly why: string;
  /** Fix if the case fails. */
  readonly fix: string;
}

/** Every case of `checkWebhook`, in the order of execution. */
export function caseSummaries(): readonly CaseSummary[] {
  return webhookCases.map(({ id, title, kind, why, fix }) => ({ id, title, kind, why, fix }));
}
