import { bodyText } from '../../delivery/acknowledgement.ts';
import type { DeliveryResult } from '../../delivery/sender.ts';
import type { Exchange } from '../../findings/report.ts';
import { headerValue } from '../../http/messages.ts';

/** The parts of the path to an endpoint, in the order in which a callback passes through them. */
export const pathIds = [
  ...['path-dns', 'path-connect', 'path-tls', 'path-redirect', 'path-auth', 'path-csrf'],
  ...['path-challenge', 'path-method', 'path-maintenance', 'path-slow', 'path-body', 'path-encoding'],
] as const;

/** Id of one part of the path. */
export type PathId = (typeof pathIds)[number];

export interface Obstacle {
  readonly id: PathId;
  /** Description of the observation, without keys. */
  readonly text: string;
  /** Fix that replaces the fix of the case. */
  readonly fix?: string | undefined;
}

/** Findings about the path to the endpoint, up to the first obstacle. */
export interface PathFindings {
  readonly obstacle: Obstacle | null;
  /** `fail`: the obstacle prevents the delivery of callbacks. `warn`: at present, all callbacks are still delivered. */
  readonly severity: 'fail' | 'warn';
  /** True if no callback reaches the endpoint, so the other cases prove nothing. */
  readonly isBlocked: boolean;
  /** True if a response began to arrive. */
  readonly isAnswered: boolean;
  readonly isAcknowledged: boolean;
  /** The beginning of the first response, for the report. */
  readonly received: string;
  /** Duration of the first response in milliseconds. */
  readonly durationMs: number;
  /** Deliveries that show the obstacle, for the report. */
  readonly exchanges: readonly Exchange[];
}

interface TlsWords {
  readonly text: string;
  readonly fix: string;
}

const incomplete: TlsWords = {
  text: 'the certificate chain is incomplete; an intermediate certificate is missing',
  fix: 'Install the certificate together with the intermediate certificates of the CA. nginx: ssl_certificate fullchain.pem.',
};

const noTls: TlsWords = {
  text: 'the port does not speak TLS',
  fix: 'Use http:// in the URL for a local server. For a deployed server, enable TLS on this port.',
};

const words: Readonly<Record<string, TlsWords>> = {
  CERT_HAS_EXPIRED: {
    text: 'the certificate has expired',
    fix: 'Renew the certificate, reload the web server, and automate the renewal. certbot: certbot renew.',
  },
  CERT_NOT_YET_VALID: {
    text: 'the certificate is not valid yet',
    fix: 'Check the clock of the server and the start date of the certificate.',
  },
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    text: 'the certificate is self-signed',
    fix: 'Install a certificate from a public CA, for example Let’s Encrypt.',
  },
  SELF_SIGNED_CERT_IN_CHAIN: {
    text: 'a private CA issued the certificate',
    fix: 'Install a certificate from a public CA, for example Let’s Encrypt.',
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    text: 'the certificate is for another host name',
    fix: 'Install a certificate for the host name of this URL, or use the host name of the certificate.',
  },
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: incomplete,
  UNABLE_TO_GET_ISSUER_CERT: incomplete,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: incomplete,
  EPROTO: noTls,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
};

/** Describes a TLS error code. Returns undefined for any other code. */
export function tlsWords(code: string): Partial<TlsWords> | undefined {
  return (
    words[code] ??
    (/CERT|TLS|SSL|CRL|UNABLE_TO_VERIFY/.test(code) ? { text: `TLS failed (${code})` } : undefined)
  );
}

/** A complete response, prepared for a search. */
interface Page {
  readonly status: number;
  readonly text: string;
  readonly isHtml: boolean;
  readonly header: (name: string) => string | undefined;
  readonly change: DeliveryResult['redirectChange'];
}

type Sign = (page: Page) => Omit<Obstacle, 'id'> | boolean;

const isAmong = (status: number, ...all: readonly number[]) => all.includes(status);

const challengeHeaders = [
  'cf-mitigated',
  'x-vercel-mitigated',
  'x-amzn-waf-action',
  'sg-captcha',
  'x-sucuri-block',
];
/**
 * Matches challenge pages of Cloudflare, Sucuri, Imperva, DataDome, HUMAN, Imunify360, DDoS-Guard, Anubis, and of free
 * hosts that use aes.js.
 */
const challengePage =
  /just a moment\.\.\.|cf[-_]chl|challenge-platform|checking your browser|checking if the site|sucuri website firewall|sucuri_cloudproxy|incapsula|captcha-delivery|px-captcha|g-recaptcha|hcaptcha|cf-turnstile|ddos-guard|imunify360|one moment, please|not a bot|you are (?:a )?human|slowaes/i;

/** Only the page shows a challenge, because bot protections also use the statuses 200 and 202. */
const challenge: Sign = ({ status, text, isHtml, header }) => {
  if (challengeHeaders.some((name) => header(name) !== undefined)) return true;
  const isBlocked = isAmong(status, 200, 202, 307, 401, 403, 405, 429, 503);
  return (
    isBlocked && (header('x-datadome') !== undefined ? status === 403 : isHtml && challengePage.test(text))
  );
};

const redirects = {
  https: {
    text: 'the same URL with https',
    fix: 'Save the callback URL with https:// instead of http://.',
  },
  host: {
    text: 'the same URL on another host name',
    fix: 'Save the callback URL with the host name that the redirect names.',
  },
  slash: {
    text: 'the same URL with another final slash',
    fix: 'Save the callback URL with the final slash that the redirect adds or removes.',
  },
  login: {
    text: 'a login page',
    fix: 'Exempt this path from the login. The signature authenticates the callback.',
  },
  same: {
    text: 'the same URL, in an endless loop',
    fix: 'Remove the redirect, which leads to the same URL again. A proxy that ends TLS must send X-Forwarded-Proto.',
  },
  other: { text: '' },
} as const;

const redirect: Sign = ({ status, change = 'other' }) => status >= 300 && status < 400 && redirects[change];

const csrfWords =
  /csrf|xsrf|cross-site (?:request|post)|authenticity ?token|requestverificationtoken|antiforgery|page expired/i;

/** 419 is Laravel's status. Django and Spring return 403, Rails 422, ASP.NET 400. */
const csrf: Sign = ({ status, text }) =>
  status === 419 || (isAmong(status, 400, 403, 422) && csrfWords.test(text));

/** Matches error pages of nginx, Apache, IIS, CloudFront, AWS, Akamai, Envoy, Cloudflare, Wordfence and ModSecurity. */
const firewallPage =
  /<center>(?:nginx|openresty|cloudflare|tengine)|you don't have permission to access|forbidden: access is denied|request blocked|errors\.edgesuite\.net|rbac: access denied|you have been blocked|error code: 10\d\d|wordfence|mod_security|modsecurity|missing authentication token|authentication required/i;

const auth: Sign = ({ status, text, isHtml, header }) =>
  (isAmong(status, 401, 407) &&
    (header('www-authenticate') !== undefined || header('proxy-authenticate') !== undefined)) ||
  (isAmong(status, 401, 403, 406) && (firewallPage.test(text) || header('server') === 'awselb/2.0')) ||
  (isAmong(status, 200, 401, 403) && isHtml && /type=["']?password/i.test(text));

const method: Sign = ({ status }) => isAmong(status, 405, 501);

const tooLarge = {
  text: '',
  fix: 'Raise the body limit of the proxy to 64 KB. nginx: client_max_body_size 64k.',
};
const noType = {
  text: '',
  fix: 'Accept application/json or application/x-www-form-urlencoded on this path, and pass the Content-Type header unchanged.',
};
/** Typical messages of an endpoint that receives an empty or truncated body, or a body without its signature. */
const damaged =
  /empty body|body is empty|no body|missing body|malformed|invalid json|not (?:valid )?json|unexpected (?:end|token)|parse error|cannot parse|content.type|not signed|unsigned|(?:missing|no) sign|sign(?:ature)? (?:is )?(?:missing|required)/i;

const body: Sign = ({ status, text }) => {
  if (isAmong(status, 413, 431)) return tooLarge;
  if (isAmong(status, 406, 411, 415)) return noType;
  return isAmong(status, 400, 401, 422) && damaged.test(text);
};

const httpOnTls = 'the port expects TLS';
const upstream = 'the proxy is reachable, but cannot connect to your application';
const proxyFix = 'Start the application, and check its host and port in the proxy or the tunnel.';

const proxyTls: Sign = ({ status, text }) => {
  if (
    status === 400 &&
    /plain http request was sent to https port|speaking plain http to an ssl/i.test(text)
  ) {
    return { text: httpOnTls, fix: 'Use https:// in the URL.' };
  }
  return isAmong(status, 495, 496, 525, 526) && { text: 'the proxy rejects the TLS certificate' };
};

const proxyConnect: Sign = ({ status, text, header }) =>
  (isAmong(status, 502, 520, 521, 522, 523, 530) ||
    header('ngrok-error-code') !== undefined ||
    (status === 503 && /no server is available/i.test(text))) && { text: upstream, fix: proxyFix };

const slow: Sign = ({ status }) => isAmong(status, 408, 504, 524, 598);

const maintenanceWords =
  /maintenance|(?:service|temporarily) unavailable|temporarily (?:offline|closed)|be (?:right )?back (?:soon|shortly)|be right back|briefly unavailable/i;

/** Only a page shows maintenance, because an endpoint itself can return a plain 503. */
const maintenance: Sign = ({ status, text, isHtml, header }) =>
  status === 503
    ? header('retry-after') !== undefined || isHtml || maintenanceWords.test(text)
    : status === 200 && isHtml && /(?:under|scheduled|down for) maintenance/i.test(text);

const signs: readonly (readonly [Obstacle['id'], Sign])[] = [
  ['path-challenge', challenge],
  ['path-redirect', redirect],
  ['path-tls', proxyTls],
  ['path-connect', proxyConnect],
  ['path-csrf', csrf],
  ['path-auth', auth],
  ['path-method', method],
  ['path-slow', slow],
  ['path-maintenance', maintenance],
  ['path-body', body],
  [
    'path-encoding',
    ({ status, text, header }) => status === 200 && (isEncoded(header) || isUnreadable(text)),
  ],
];

/** Returns the obstacle that a complete response shows, or null if the endpoint itself responded. */
export function obstacleInResponse(result: DeliveryResult, reason: string): Obstacle | null {
  const page = pageOf(result);
  for (const [id, sign] of signs) {
    const found = sign(page);
    if (found === false) continue;
    const { text = '', fix } = found === true ? {} : found;
    return { id, text: text === '' ? reason : `${reason}: ${text}`, fix };
  }
  return null;
}

/** Describes an encoding that makes an acknowledgement unreadable. Returns null for a readable response. */
export function oddEncoding(result: DeliveryResult): string | null {
  const { text, header } = pageOf(result);
  if (isEncoded(header)) return 'the response uses a compression that the request does not allow';
  if (text.startsWith('\uFEFF')) return 'the response begins with a byte order mark (BOM)';
  return null;
}

export function isPage(result: DeliveryResult): boolean {
  return pageOf(result).isHtml;
}

function isEncoded(header: Page['header']): boolean {
  return !['', 'identity'].includes((header('content-encoding') ?? '').toLowerCase());
}

/** Detects gzip, and text with two bytes for each letter. */
function isUnreadable(text: string): boolean {
  return text.startsWith('\u001F\uFFFD') || text.slice(0, 64).includes('\0');
}

function pageOf({ status, body, headers = [], redirectChange }: DeliveryResult): Page {
  const text = bodyText(body) ?? '';
  return {
    status: status ?? 0,
    text,
    isHtml: /<(?:!doctype|html|head|body|title|h1|script)\b/i.test(text),
    header: (name) => headerValue(headers, name),
    change: redirectChange,
  };
}
