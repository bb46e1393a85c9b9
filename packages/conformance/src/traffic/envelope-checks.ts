import { v1Failure, v3Failure } from '@inrgate/sdk/internal';
import type { z } from 'zod';
import type { Json } from '../http/messages.ts';
import type { Answered } from './answered.ts';
import { hasByteOrderMark, headerOf, unseenBody } from './exchange.ts';
import { allOf, type Check, checksOf, type Judge, quoted, same, type Verdict } from './finding.ts';
import { judgeCode, judgeConflict } from './refusals.ts';
import { issuesOf, unlisted } from './schema-issues.ts';

const serverOnly: Judge<Answered> = ({ answer }) => {
  const origin = headerOf(answer, 'access-control-allow-origin');
  return origin === null ? true : `Access-Control-Allow-Origin is ${quoted(origin)}`;
};

/** Judges a success or a failure, each by its own rule, if the response belongs to this API. */
const ofSuccess =
  (judge: Judge<Answered>): Judge<Answered> =>
  (answered) =>
    isFailure(answered) ? null : (readable(answered) ?? judge(answered));
const ofFailure =
  (judge: Judge<Answered>): Judge<Answered> =>
  (answered) =>
    isFailure(answered) ? (readable(answered) ?? judge(answered)) : null;

/** Checks that apply to every v3 response (spec: Response envelope). */
export const v3EnvelopeChecks: readonly Check<Answered>[] = checksOf({
  'spec:conventions.envelope': ofSuccess(
    successOf(({ answer }) => ({ code: answer.status, success: true, message: 'Success' })),
  ),
  'spec:conventions.envelope-error': ofFailure(failureOf(v3Failure, 'server_error')),
  'spec:errors.table': judgeCode,
  'spec:errors.rate_limited': retryAfterOf('rate_limited'),
  'spec:errors.too_many_failures': retryAfterOf('too_many_failures'),
  'reading:order.1': ({ answer }) =>
    answer.status === 405 ? same('Allow', headerOf(answer, 'allow'), 'POST') : null,
  'spec:errors.duplicate_order': judgeConflict,
  'spec:auth.server-only': serverOnly,
});

/** Checks that apply to every v1 response. */
export const v1EnvelopeChecks: readonly Check<Answered>[] = checksOf({
  'spec:v1.envelope': ofSuccess(successOf(() => ({ ok: true }))),
  'reading:v1.envelope': ofFailure(failureOf(v1Failure, 'invalid_amount')),
  'spec:errors.v1.table': judgeCode,
  'spec:errors.v1.duplicate_client_ref': judgeConflict,
  'spec:auth.server-only': serverOnly,
});

function retryAfterOf(code: string): Judge<Answered> {
  return ({ answer, error }) => {
    if (error !== code) return null;
    const value = headerOf(answer, 'retry-after');
    if (value === null) return 'Retry-After is missing';
    return (
      /^[1-9][0-9]{0,9}$/.test(value) || `Retry-After is ${quoted(value)}; expected whole seconds, at least 1`
    );
  };
}

function isFailure({ answer }: Answered): boolean {
  return answer.status >= 400;
}

/** Returns the reason why a response does not belong to this API, or null. */
function readable({ answer, envelope, request, failure }: Answered): Verdict {
  if (request.method === 'HEAD') return null;
  const unseen = unseenBody(answer);
  if (unseen !== null) return { unseen: `the response cannot be judged, because ${unseen}` };
  if (failure === 'gone')
    return { unseen: 'the end of the response is unknown, because the client disconnected' };
  if (!answer.complete) return 'the response ended early';
  if (hasByteOrderMark(answer))
    return 'the response begins with a byte order mark (BOM), which JSON does not allow';
  if (envelope === null) return `the response (status ${answer.status}) is not a JSON object`;
  const type = headerOf(answer, 'content-type') ?? 'none';
  return /^application\/json\s*(?:;|$)/i.test(type) ? null : `the content type is ${quoted(type)}`;
}

/** Judges the fields of a success beside `data`, which has these values. */
function successOf(fields: (answered: Answered) => Json): Judge<Answered> {
  return (answered) => {
    const { envelope, answer, request } = answered;
    if (envelope === null) return request.method === 'HEAD' ? null : 'the envelope is missing';
    const { data, ...others } = envelope;
    const expected = fields(answered);
    const unknown = Object.entries(others).filter(([name]) => !Object.hasOwn(expected, name));
    return allOf(
      same('the HTTP status', answer.status, 200),
      ...Object.entries(expected).map(([name, value]) => same(name, envelope[name], value)),
      typeof data === 'object' && data !== null ? true : 'data is missing',
      noOthers(Object.fromEntries(unknown)),
    );
  };
}

/** Judges the fields of a failure except its code, which the error table judges. */
function failureOf(schema: z.ZodType, code: string): Judge<Answered> {
  return ({ envelope, answer, api }) => {
    if (envelope === null) return null;
    return allOf(
      api === 'v3' ? same('code', envelope['code'], answer.status) : null,
      typeof envelope['error'] === 'string' ? true : 'error is missing',
      issuesOf(schema, { ...withoutNulls(envelope), error: code }, () => true),
    );
  };
}

/** Allows an absent field to be null (reading: absent values). */
function noOthers(others: object): Verdict {
  const [name] = Object.keys(withoutNulls(others));
  return name === undefined || unlisted(name);
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
