import { callbackMediaType } from '../protocol/callback-body.ts';
import { type FlatParams, FlatParseError, parseFlat } from '../protocol/flat-parser.ts';
import { bodyLimit } from '../protocol/limits.ts';
import type { Cause } from './search.ts';
import type { Named } from './ways.ts';

/** Fields of a body, with the mistakes found while parsing it. Both are empty for an unreadable body. */
export interface ReceivedBody {
  readonly params: FlatParams;
  readonly causes: readonly Cause[];
}

const unreadable: Named = {
  id: 'body-unreadable',
  title: 'The doctor cannot read the body',
  fix: 'Pass the raw body, byte for byte, with its content type.',
  remedy: 'rawBody',
};

const otherContentType: Named = {
  id: 'other-content-type',
  title: 'The body does not match its content type',
  fix: 'Parse JSON or a form according to the Content-Type header, and keep that header with the body.',
  remedy: 'rawBody',
};

const bodyPadded: Named = {
  id: 'body-padded',
  title: 'The body begins with a byte order mark or white space',
  fix: 'Keep the raw body, byte for byte. An editor or a log added characters to the body.',
  remedy: 'rawBody',
};

/** Mistakes of a body that do not concern its signature. */
export const bodyMistakes: readonly Named[] = [unreadable, otherContentType, bodyPadded];

const types = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** Parses the body by its content type. If this fails, uses the first character of the body to determine the type. */
export function receivedBody(rawBody: Uint8Array | string, contentType: string | null): ReceivedBody {
  const text = bodyText(rawBody);
  if (Buffer.byteLength(text) > bodyLimit) return unread('it is over 64 KB');
  const clean = text.replace(/^[\ufeff\s]+/, '');
  const likely = clean.startsWith('{') ? types[0] : types[1];
  const padded = clean === text ? [] : [{ named: bodyPadded }];
  const other = contentType === null ? [] : [{ named: otherContentType, about: `it is ${likely}` }];
  const first = parsed(rawBody, contentType);
  const readings = [
    { params: first, causes: [] },
    { params: parsed(clean, contentType), causes: padded },
    { params: parsed(clean, likely), causes: [...other, ...padded] },
  ];
  for (const { params, causes } of readings) {
    // A body that was parsed as the wrong type contains no `sign`.
    if (typeof params !== 'string' && params.has('sign')) return { params, causes };
  }
  return typeof first === 'string' ? unread(first) : { params: first, causes: [] };
}

function unread(about: string): ReceivedBody {
  return { params: new Map(), causes: [{ named: unreadable, about }] };
}

/** The parameters, or the reason why the body is unreadable. */
function parsed(body: Uint8Array | string, contentType: string | null): FlatParams | string {
  try {
    return parseFlat(body, callbackMediaType(contentType));
  } catch (error) {
    if (error instanceof FlatParseError) return error.message;
    throw error;
  }
}

export function bodyText(rawBody: Uint8Array | string): string {
  return typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString();
}
