// Folder control/responses: the schemas of the responses of the control API.
import { payoutFound, wallet } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { requestFaultKinds } from '../../domain/fault-kinds.ts';
import { faultInput } from '../../faults/fault.ts';
import { ledger, merchant, settings, snapshot } from './accounts.ts';
import {
  attempt,
  callback,
  callbackInFull,
  callbackState,
  headers,
  notification,
  signature,
  testedCallback,
} from './deliveries.ts';
import { endpointCheck } from './endpoint-check.ts';
import { count, flag, listOf, searchedListOf, text, textOrNull, time } from './fields.ts';
import {
  link,
  linkInFull,
  movedLink,
  movedPayin,
  movedPayout,
  payin,
  payinInFull,
  payout,
  payoutInFull,
  timelineEntry,
} from './orders.ts';
import { where } from './where.ts';

const health = z.strictObject({
  status: z
    .literal('ok')
    .meta({ description: 'The gateway responds. `GET /ready` also tests whether the store accepts writes.' }),
  version: text('Version of the gateway.', '1.0.0'),
  store: z.enum(['memory', 'sqlite']).meta({ description: 'Kind of store.' }),
  now: time.meta({ description: 'Time of the gateway in IST.' }),
});

const ready = z.strictObject({
  ready: z.literal(true).meta({ description: 'The gateway accepts requests.' }),
});
const notReady = z.strictObject({
  ready: z.literal(false).meta({ description: 'The gateway must not receive requests.' }),
  error: z.literal('not_ready').meta({ description: 'Stable, machine-readable code.' }),
  message: text('Readable reason.', 'The gateway is shutting down. It still responds to requests.'),
});

const settled = z.strictObject({
  settled: flag('`false` if deliveries are still running or due after `timeoutMs`.', true),
  pending: count('Number of callbacks with a running or later attempt.', 0),
});

const clock = z.strictObject({
  now: time.meta({ description: 'Time of the gateway in IST.' }),
  mode: z.enum(['running', 'frozen']).meta({ description: 'State of the clock.' }),
});

const id = text('ID of the fault.', 'fault_1');
const [wireFault, callbackFault] = faultInput.options;
const fault = z.union([wireFault.extend({ id }), callbackFault.extend({ id })]);

const lock = z.strictObject({
  ip: text('IP address whose v3 calls return 429 `too_many_failures`.', '127.0.0.1'),
  failures: count('Number of wrong signatures that caused the lock.', 10),
  lockedUntil: time.meta({ description: 'End of the lock in IST.' }),
});

const diagnosis = z.strictObject({
  canonical: text('Correct base string, with a masked key.', 'amount=500.00&mchId=DEMO1001&key=***'),
  received: text('Signature in the request.', 'F3A86806C7DB7FDE695C84F936BF6959'),
  hint: text('Hint on how to find the mistake.', 'The digest is correct, but it must be in upper case.'),
  alternative: z
    .string()
    .optional()
    .meta({ description: 'Base string of the alternative signature, if the request can use this form.' }),
});

const request = z.strictObject({
  id: text('ID of the request.', 'req_1'),
  time,
  ip: text('IP address of the client.', '127.0.0.1'),
  method: text('HTTP method.', 'POST'),
  path: text('Path, without the query.', '/v3/payin'),
  endpoint: textOrNull('Endpoint, or `null` for an unknown path.', 'payin'),
  mchId: textOrNull('Unverified merchant ID of the request.', 'DEMO1001'),
  mchOrderNo: textOrNull('Merchant’s order number.', 'ORDER-1'),
  orderNo: textOrNull('Gateway order number in the response.', 'PI2026112015040512345678'),
  status: count('HTTP status of the response.', 401),
  error: textOrNull('Error code of the response.', 'invalid_signature'),
  durationMs: z
    .number()
    .min(0)
    .meta({ description: 'Duration in real milliseconds.', examples: [1.25] }),
  parameters: z
    .record(z.string(), z.string())
    .meta({ description: 'Parameters as sent, with masked keys and beneficiary data.' }),
  diagnosis: diagnosis.nullable().meta({ description: 'Comparison for a wrong signature, or `null`.' }),
  explanation: textOrNull(
    'Reason and end of the lock of the IP address, and the command that removes the lock.',
  ),
  fault: z
    .strictObject({
      id: text('ID of the fault. The fault may no longer exist.', 'fault_1'),
      phase: wireFault.shape.phase.meta({ description: 'Time of the fault.' }),
      kind: z.enum(requestFaultKinds).meta({ description: 'Effect of the fault.' }),
      note: text(
        'Readable description.',
        'no response, connection reset on purpose, after the request had its effect',
      ),
    })
    .nullable()
    .meta({ description: 'Injected fault that struck the request, or `null`.' }),
  warnings: z.array(z.string()).meta({
    description: 'One sentence for each probable mistake that the API does not reject.',
    examples: [
      ['The request has notify_url, which payin does not read. It reads notifyUrl or callback_url.'],
    ],
  }),
});

const message = z.strictObject({
  line: text('Method and path of a request, or status of a response.', 'POST /v3/payin'),
  headers,
  body: text('Body with masked keys and personal data.', '{"mchId":"DEMO1001"}'),
  note: textOrNull('Reason why the body is missing or incomplete, or `null`.'),
});
const code = (language: string) => text(`Code in ${language}.`, '…');
const explainedDiagnosis = diagnosis.extend({
  verdict: z
    .enum(['valid', 'explained', 'unexplained'])
    .meta({ description: '`explained` if the mistake is known.' }),
  mistakes: z
    .array(
      z.strictObject({
        id: text('ID of the mistake.', 'empty-signed'),
        title: text('Description of the mistake.', 'Empty values were signed: notifyUrl'),
        fix: text('Fix of the mistake.', 'Leave empty values out of the signed string.'),
        fixes: z
          .strictObject({
            php: code('PHP'),
            python: code('Python'),
            java: code('Java'),
            go: code('Go'),
            node: code('JavaScript'),
            shell: code('shell'),
          })
          .meta({ description: 'Fix of the mistake as a line of code.' }),
      }),
    )
    .meta({ description: 'One mistake, or a combination of two. Empty unless `verdict` is `explained`.' }),
  signed: textOrNull('String that the client signed, with masked keys and personal data. `null` if unknown.'),
  difference: z
    .array(
      z.strictObject({
        kind: z.enum(['same', 'removed', 'added']).meta({
          description:
            '`removed` is missing from the signed string. `added` is missing from the correct string.',
        }),
        text: text('Part of the string.', '&notifyUrl='),
        invisible: z.array(z.string()).meta({ description: 'Names of invisible characters in the part.' }),
      }),
    )
    .meta({
      description:
        'Difference between the correct and the signed string. Empty if a string is unknown or very long.',
    }),
  summary: text('Verdict in words.', 'None of 2000 single mistakes produces this sign.'),
});
const requestInFull = request.extend({
  diagnosis: explainedDiagnosis
    .nullable()
    .meta({ description: 'Mistake that caused a wrong signature, if known.' }),
  signature: signature.nullable().meta({ description: 'Signature of the request, or `null`.' }),
  exchange: z
    .strictObject({ request: message, response: message })
    .meta({ description: 'Request and response.' }),
});

const harMessage = z.looseObject({ httpVersion: text('HTTP version.', 'HTTP/1.1') });
const har = z.strictObject({
  log: z
    .strictObject({
      version: z.literal('1.2'),
      creator: z.strictObject({
        name: text('Name of the program.', 'inrgate'),
        version: text('Version of the program.', '1.0.0'),
      }),
      comment: text('Subject of the recording.', 'The request log of a mock gateway'),
      entries: z
        .array(
          z.looseObject({
            startedDateTime: text('Time of the response by the gateway’s clock.', '2026-11-20T09:34:05.000Z'),
            time: z.number().meta({ description: 'Duration in real milliseconds.', examples: [1.25] }),
            request: harMessage,
            response: harMessage,
          }),
        )
        .meta({
          description: 'One entry per request. The `comment` of a truncated body states the truncation.',
        }),
    })
    .meta({ description: 'HAR 1.2, which browser developer tools can open.' }),
});

const inState = <const State extends string>(states: readonly State[]) =>
  z.partialRecord(z.enum(states), z.int().min(0)).meta({
    description: 'Number of items per state. The object omits states without items.',
    examples: [{ [states[0] ?? '']: 2 }],
  });
const overview = health.extend({
  ...clock.shape,
  nextDueAt: time.nullable().meta({ description: 'Next due time in IST, or `null` if nothing is due.' }),
  payins: inState(payin.shape.status.options),
  links: inState(payin.shape.status.options),
  payouts: inState(payoutFound.shape.status.options),
  callbacks: inState(callbackState.options),
  requests: z
    .strictObject({
      total: count('Number of requests in the log.', 12),
      refused: count('Number of requests with a status of 400 or higher.', 1),
    })
    .meta({ description: 'Counts of the wire requests in the log.' }),
  faults: count('Number of active faults.', 0),
  merchants: count('Number of merchants.', 1),
});

const ledgerCheck = z.strictObject({
  balanced: flag('`true` if every balance matches its entries.', true),
  accounts: count('Number of checked accounts.', 6),
  entries: count('Number of checked entries.', 12),
  problems: z.array(z.string()).meta({ description: 'One sentence for each mismatch.' }),
});

/** Every response of a control call, by the name of its component. */
export const responses = {
  Health: health,
  Ready: ready,
  NotReady: notReady,
  Overview: overview,
  Settings: settings,
  Merchant: merchant,
  MerchantList: listOf(merchant),
  Wallet: wallet,
  Ledger: ledger,
  Snapshot: snapshot,
  SnapshotList: listOf(snapshot),
  Attempt: attempt,
  TestedCallback: testedCallback,
  EndpointCheck: endpointCheck,
  NotificationList: listOf(notification),
  TimelineEntry: timelineEntry,
  Payin: payin,
  PayinList: searchedListOf(payin),
  PayinWithTimeline: payinInFull,
  MovedPayin: movedPayin,
  Link: link,
  LinkList: searchedListOf(link),
  LinkWithTimeline: linkInFull,
  MovedLink: movedLink,
  Payout: payout,
  PayoutList: searchedListOf(payout),
  PayoutWithTimeline: payoutInFull,
  MovedPayout: movedPayout,
  OrderWithTimeline: z.union([payinInFull, linkInFull, payoutInFull]),
  MovedOrder: z.union([movedPayin, movedLink, movedPayout]),
  Callback: callback,
  CallbackInFull: callbackInFull,
  CallbackList: searchedListOf(callback),
  Settled: settled,
  Clock: clock,
  Fault: fault,
  FaultList: listOf(fault),
  Lock: lock,
  LockList: listOf(lock),
  Request: request,
  RequestInFull: requestInFull,
  RequestList: listOf(request),
  Har: har,
  LedgerCheck: ledgerCheck,
  Where: where,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Name of a response component. */
export type ResponseName = keyof typeof responses;

/** Response of a control call, by the name of its component. */
export type ControlResponse<Name extends ResponseName> = Unchanging<z.output<(typeof responses)[Name]>>;

/** Deeply read-only, without the index signatures of loose objects. */
export type Unchanging<Part> = Part extends readonly (infer Item)[]
  ? readonly Unchanging<Item>[]
  : Part extends object
    ? { readonly [Key in keyof Part as Named<Part, Key>]: Unchanging<Part[Key]> }
    : Part;

type Named<Part, Key extends keyof Part> = string extends Key
  ? unknown extends Part[Key]
    ? never
    : Key
  : Key;
