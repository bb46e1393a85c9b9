import { payoutFound, wallet } from '@inrgate/sdk/internal';
import { z } from 'zod';
import { faultInput } from '../../faults/fault.ts';
import { storeKinds } from '../../store/store.ts';
import { ledger, merchant, settings } from './accounts.ts';
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
import { count, flag, listOf, text, time } from './fields.ts';
import { link, payin, payout, timeline, timelineEntry } from './orders.ts';

const health = z.strictObject({
  status: z
    .enum(['ok', 'store_unavailable'])
    .meta({ description: 'Whether its database responds; `/ready` tests whether it takes writes.' }),
  version: text('The gateway’s version.', '1.0.0'),
  store: z.enum(storeKinds).meta({ description: 'Where it keeps what it knows.' }),
  now: time.meta({ description: 'The time at the gateway, IST.' }),
});

const ready = z.strictObject({ ready: z.literal(true).meta({ description: 'Requests may come.' }) });
const notReady = z.strictObject({
  ready: z.literal(false).meta({ description: 'Requests are better sent elsewhere.' }),
  error: z.literal('not_ready').meta({ description: 'Stable machine-readable code.' }),
  message: text('Why, for people.', 'The gateway is about to stop; it answers what still comes.'),
});

const instance = z.strictObject({
  id: text('The gateway.', 'gateway_9f1c2b7a'),
  startedAt: time.meta({ description: 'Since when it is there, in real time, IST.' }),
  delivering: count('Callbacks that it delivers now.', 0),
});

const settled = z.strictObject({
  settled: flag('False when it took longer than `timeoutMs`.', true),
  pending: count('Callbacks that still wait for an attempt, now or later, or are being delivered.', 0),
});

const clock = z.strictObject({
  now: time.meta({ description: 'The time at the gateway, IST.' }),
  mode: z.enum(['running', 'frozen']).meta({ description: 'Whether it runs.' }),
});

const id = text('To remove it by.', 'fault_1');
const [wireFault, callbackFault] = faultInput.options;
const fault = z.union([wireFault.extend({ id }), callbackFault.extend({ id })]);

const lock = z.strictObject({
  ip: text('The address whose v3 calls are 429 `too_many_failures`.', '127.0.0.1'),
  failures: count('The wrong signatures that locked it.', 10),
  lockedUntil: time.meta({ description: 'When the lock ends, IST.' }),
});

const diagnosis = z.strictObject({
  canonical: text(
    'The text that should have been signed, the key masked.',
    'amount=500.00&mchId=DEMO1001&key=***',
  ),
  received: text('The signature that came.', 'F3A86806C7DB7FDE695C84F936BF6959'),
  hint: text('What to look at.', 'The digest is right but in lower case: write it in upper case.'),
  alternative: z
    .string()
    .optional()
    .meta({ description: 'The alternative signature’s text, where it could be meant.' }),
});

const request = z.strictObject({
  id: text('The request.', 'req_1'),
  time,
  ip: text('The caller’s IP address.', '127.0.0.1'),
  method: text('HTTP method.', 'POST'),
  path: text('Path, without the query.', '/v3/payin'),
  endpoint: z
    .string()
    .nullable()
    .meta({ description: 'The endpoint; null for an unknown path.', examples: ['payin'] }),
  mchId: z
    .string()
    .nullable()
    .meta({ description: 'The merchant as claimed.', examples: ['DEMO1001'] }),
  mchOrderNo: z
    .string()
    .nullable()
    .meta({ description: 'The merchant’s own number.', examples: ['ORDER-1'] }),
  orderNo: z
    .string()
    .nullable()
    .meta({ description: 'The order that the answer is about.', examples: ['PI2026112015040512345678'] }),
  status: count('HTTP status of the answer.', 401),
  error: z
    .string()
    .nullable()
    .meta({ description: 'Error code of the answer.', examples: ['invalid_signature'] }),
  durationMs: z
    .number()
    .min(0)
    .meta({ description: 'Real milliseconds.', examples: [1.25] }),
  parameters: z
    .record(z.string(), z.string())
    .meta({ description: 'As sent; keys and the beneficiary’s data are masked.' }),
  diagnosis: diagnosis.nullable().meta({ description: 'For a wrong signature: what was compared.' }),
  explanation: z
    .string()
    .nullable()
    .meta({ description: 'For an address that is locked: why, until when, and what lifts it.' }),
});

const message = z.strictObject({
  line: text('Method and address, or the status.', 'POST /v3/payin'),
  headers,
  body: text('The body, keys and personal data masked.', '{"mchId":"DEMO1001"}'),
  note: z.string().nullable().meta({ description: 'Why the body is not shown, or not as a whole.' }),
});
const code = (language: string) => text(`In ${language}.`, '…');
const explainedDiagnosis = diagnosis.extend({
  verdict: z
    .enum(['valid', 'explained', 'unexplained'])
    .meta({ description: 'Whether what was done wrong is known.' }),
  mistakes: z
    .array(
      z.strictObject({
        id: text('Of the mistake.', 'empty-signed'),
        title: text('What was done wrong.', 'Empty values were signed: notifyUrl'),
        fix: text('How to do it right.', 'Leave empty values out of the text that is signed.'),
        fixes: z
          .strictObject({
            php: code('PHP'),
            python: code('Python'),
            java: code('Java'),
            go: code('Go'),
            node: code('JavaScript'),
            shell: code('a shell'),
          })
          .meta({ description: 'The same as a line of code.' }),
      }),
    )
    .meta({ description: 'One mistake, or two that were made together; empty unless explained.' }),
  signed: z.string().nullable().meta({
    description: 'The text that was signed, keys and personal data masked; null where it is not known.',
  }),
  difference: z
    .array(
      z.strictObject({
        kind: z
          .enum(['same', 'removed', 'added'])
          .meta({ description: '`removed`: the signed text lacks it; `added`: the right text does.' }),
        text: text('What stands there.', '&notifyUrl='),
        invisible: z.array(z.string()).meta({ description: 'Characters in it that do not show, named.' }),
      }),
    )
    .meta({
      description:
        'The right text and the signed one laid over each other; empty where one is not known or very long.',
    }),
  summary: text('The verdict in words.', 'None of 2000 single mistakes gives this sign.'),
});
const requestInFull = request.extend({
  diagnosis: explainedDiagnosis
    .nullable()
    .meta({ description: 'For a wrong signature: what was done wrong, as far as it can be told.' }),
  signature: signature.nullable().meta({ description: 'What was signed; null without a signature.' }),
  exchange: z
    .strictObject({ request: message, response: message })
    .meta({ description: 'What was sent and what was answered.' }),
});

const harMessage = z.looseObject({ httpVersion: text('Of the message.', 'HTTP/1.1') });
const har = z.strictObject({
  log: z
    .strictObject({
      version: z.literal('1.2'),
      creator: z.strictObject({
        name: text('What wrote it.', 'inrgate'),
        version: text('Its version.', '1.0.0'),
      }),
      comment: text('What it is a recording of.', 'The request log of a mock gateway'),
      entries: z
        .array(
          z.looseObject({
            startedDateTime: text(
              'When it was answered, by the gateway’s clock.',
              '2026-11-20T09:34:05.000Z',
            ),
            time: z.number().meta({ description: 'Real milliseconds.', examples: [1.25] }),
            request: harMessage,
            response: harMessage,
          }),
        )
        .meta({ description: 'One for each request. A body that was cut says so in its `comment`.' }),
    })
    .meta({ description: 'A HAR 1.2, as browsers’ developer tools read it.' }),
});

const inState = <const State extends string>(states: readonly State[]) =>
  z.partialRecord(z.enum(states), z.int().min(0)).meta({
    description: 'How many there are in each state that has any.',
    examples: [{ [states[0] ?? '']: 2 }],
  });
const overview = health.extend({
  ...clock.shape,
  nextDueAt: time.nullable().meta({ description: 'When something falls due next, IST; null: nothing will.' }),
  payins: inState(payin.shape.status.options),
  links: inState(payin.shape.status.options),
  payouts: inState(payoutFound.shape.status.options),
  callbacks: inState(callbackState.options),
  requests: z
    .strictObject({ total: count('In the log.', 12), refused: count('Answered 400 or more.', 1) })
    .meta({ description: 'The wire requests.' }),
  faults: count('Faults in force.', 0),
  merchants: count('Merchants.', 1),
});

const ledgerCheck = z.strictObject({
  balanced: flag('Whether everything adds up.', true),
  accounts: count('Accounts checked.', 6),
  entries: count('Entries checked.', 12),
  problems: z.array(z.string()).meta({ description: 'What does not add up, one sentence each.' }),
});

/** Every response of a control call, by the name of its component. */
export const responses = {
  Health: health,
  Ready: ready,
  NotReady: notReady,
  InstanceList: listOf(instance),
  Overview: overview,
  Settings: settings,
  Merchant: merchant,
  MerchantList: listOf(merchant),
  Wallet: wallet,
  Ledger: ledger,
  Attempt: attempt,
  TestedCallback: testedCallback,
  EndpointCheck: endpointCheck,
  NotificationList: listOf(notification),
  TimelineEntry: timelineEntry,
  Payin: payin,
  PayinList: listOf(payin),
  PayinWithTimeline: payin.extend({ timeline }),
  Link: link,
  LinkList: listOf(link),
  LinkWithTimeline: link.extend({ timeline }),
  Payout: payout,
  PayoutList: listOf(payout),
  PayoutWithTimeline: payout.extend({ timeline }),
  Callback: callback,
  CallbackInFull: callbackInFull,
  CallbackList: listOf(callback),
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
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** The components that describe a response. */
export type ResponseName = keyof typeof responses;

/** What a control call returns, by the name of its component. */
export type ControlResponse<Name extends ResponseName> = Unchanging<z.output<(typeof responses)[Name]>>;

/** Read-only throughout, without what a later gateway may add to a loose object. */
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
