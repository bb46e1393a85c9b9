import { callbackMediaType } from '../protocol/callback-body.ts';
import { type FlatParams, FlatParseError, flatParseReasons, parseFlat } from '../protocol/flat-parser.ts';
import { bodyLimit } from '../protocol/limits.ts';
import type { Named } from './hypothesis.ts';
import type { Cause } from './search.ts';

/** The fields of a body, and what had to be overlooked to read them; no fields where it cannot be read. */
export interface ReceivedBody {
  readonly params: FlatParams;
  readonly causes: readonly Cause[];
}

const unreadable: Named = {
  id: 'body-unreadable',
  title: 'The body cannot be read',
  fix: 'Hand in the body byte for byte as it arrived, with its content type.',
  remedy: 'rawBody',
};

const otherContentType: Named = {
  id: 'other-content-type',
  title: 'The body is not what its content type says',
  fix: 'Read JSON and forms by the Content-Type header, and keep that header with the body.',
  remedy: 'rawBody',
};

const bodyPadded: Named = {
  id: 'body-padded',
  title: 'A byte order mark or white space stands before the body',
  fix: 'Keep the body byte for byte as it arrived: an editor or a log added something.',
  remedy: 'rawBody',
};

/** What can be wrong with a body before anything is signed. */
export const bodyMistakes: readonly Named[] = [unreadable, otherContentType, bodyPadded];

const types = ['application/json', 'application/x-www-form-urlencoded'] as const;

/** The body as its type says; else as it looks. */
export function receivedBody(rawBody: Uint8Array | string, contentType: string | null): ReceivedBody {
  const text = bodyText(rawBody);
  if (Buffer.byteLength(text) > bodyLimit) {
    return { params: new Map(), causes: [{ named: unreadable, about: 'it is over 64 KB' }] };
  }
  const first = parsed(rawBody, contentType);
  if (isSigned(first)) return { params: first, causes: [] };
  const clean = text.replace(/^[\ufeff\s]+/, '');
  const likely = clean.startsWith('{') ? types[0] : types[1];
  const padded = clean === text ? [] : [{ named: bodyPadded }];
  const asSaid = padded.length > 0 ? parsed(clean, contentType) : first;
  if (isSigned(asSaid)) return { params: asSaid, causes: padded };
  const asItLooks = clean.includes('=') || likely === types[0] ? parsed(clean, likely) : first;
  if (!isSigned(asItLooks)) {
    if (typeof first !== 'string') return { params: first, causes: [] };
    return { params: new Map(), causes: [{ named: unreadable, about: reasonWords(first) }] };
  }
  const other = contentType === null ? [] : [{ named: otherContentType, about: `it is ${likely}` }];
  return { params: asItLooks, causes: [...other, ...padded] };
}

function reasonWords(reason: string): string {
  return Object.hasOwn(flatParseReasons, reason)
    ? flatParseReasons[reason as keyof typeof flatParseReasons]
    : reason;
}

/** What is read as the wrong type has no sign: JSON is one long name of a form. */
function isSigned(read: FlatParams | string): read is FlatParams {
  return typeof read !== 'string' && read.has('sign');
}

/** The parameters, or why there are none. */
function parsed(body: Uint8Array | string, contentType: string | null): FlatParams | string {
  try {
    return parseFlat(body, callbackMediaType(contentType));
  } catch (error) {
    if (error instanceof FlatParseError) return error.reason;
    throw error;
  }
}

export function bodyText(rawBody: Uint8Array | string): string {
  return typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody).toString();
}
