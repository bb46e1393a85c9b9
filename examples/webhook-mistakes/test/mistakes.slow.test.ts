import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type CheckWebhookOptions, checkWebhook } from '@inrgate/conformance';
import { describe, expect, type TestContext, test } from 'vitest';
import { survivesStrangers } from '../../../test/strangers.ts';
import { listenerOf } from '../src/listener.ts';
import { expressApp } from '../src/right/express.ts';
import { fetchEndpoint } from '../src/right/fetch.ts';
import { formEndpoint } from '../src/right/form.ts';
import { type MakeEndpoint, Shop } from '../src/shop.ts';
import { amountOfTheOrder } from '../src/wrong/amount-of-the-order.ts';
import { anyKind } from '../src/wrong/any-kind.ts';
import { anyMerchant } from '../src/wrong/any-merchant.ts';
import { createdAnswer } from '../src/wrong/created-answer.ts';
import { creditBeforeVerifying } from '../src/wrong/credit-before-verifying.ts';
import { creditEveryTime } from '../src/wrong/credit-every-time.ts';
import { csrfCheck } from '../src/wrong/csrf-check.ts';
import { failedIsFinal } from '../src/wrong/failed-is-final.ts';
import { failedTakesBack } from '../src/wrong/failed-takes-back.ts';
import { jsonAnswer } from '../src/wrong/json-answer.ts';
import { knownFields } from '../src/wrong/known-fields.ts';
import { lookThenCredit } from '../src/wrong/look-then-credit.ts';
import { parsedJson } from '../src/wrong/parsed-json.ts';
import { quotedAnswer } from '../src/wrong/quoted-answer.ts';
import { redirectAnswer } from '../src/wrong/redirect-answer.ts';
import { refusesFailed } from '../src/wrong/refuses-failed.ts';
import { slowWork } from '../src/wrong/slow-work.ts';
import { splitForm } from '../src/wrong/split-form.ts';
import { upperCaseAnswer } from '../src/wrong/upper-case-answer.ts';
import { serve } from './serve.ts';

const credentials = { mchId: 'SHOP1', mchKey: 'key-of-shop-1', mchSecret: 'secret-of-shop-1' };

async function checked(
  context: TestContext,
  listenerFor: (shop: Shop) => RequestListener,
  options: Partial<CheckWebhookOptions> = {},
) {
  const shop = new Shop();
  const url = await serve(listenerFor(shop), context);
  const probe = (mchOrderNo: string) => shop.credited(mchOrderNo);
  return checkWebhook(url, { ...credentials, probe, creditMs: 500, timeoutMs: 60_000, ...options });
}

const hand = (make: MakeEndpoint) => (shop: Shop) => listenerOf(make(shop, credentials));

/** Returns the ids of the checks that have this status. */
function found(report: Awaited<ReturnType<typeof checked>>, status: 'fail' | 'warn' | 'skip') {
  return report.checks.filter((check) => check.status === status).map(({ id }) => id);
}

/** An endpoint in this process may handle the ten callbacks sequentially, so the check may observe no concurrency. */
const perhapsInTurn = (id: string) => !id.endsWith('at-once');

describe.concurrent('a correct endpoint', () => {
  test.for<[string, (shop: Shop) => RequestListener]>([
    ['the SDK on Express', (shop: Shop) => expressApp(shop, credentials)],
    ['the SDK on Fetch', hand(fetchEndpoint)],
  ])(
    'the endpoint of %s handles callbacks after broken requests of strangers',
    async ([, listener], context) => {
      const shop = new Shop();
      await survivesStrangers(await serve(listener(shop), context), {
        ...credentials,
        mchOrderNo: 'ORDER-1',
      });
      expect(shop.credited('ORDER-1')).toEqual({ count: 1, amount: '500.00' });
    },
  );

  test.for<[string, (shop: Shop) => RequestListener]>([
    ['the SDK on Express', (shop: Shop) => expressApp(shop, credentials)],
    ['the SDK on Fetch', hand(fetchEndpoint)],
  ])(
    'the endpoint of %s passes every case except the skipped cases about orders of the shop',
    async ([, listener], context) => {
      const report = await checked(context, listener, { kinds: ['payin', 'link'] });
      expect(report.checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
      expect(found(report, 'skip').filter(perhapsInTurn)).toEqual([
        ...['unknown-order', 'smaller-order', 'link-smaller-order'],
      ]);
    },
  );

  test('a hand-written handler for forms passes all cases except the skipped JSON cases', async (context) => {
    const report = await checked(context, hand(formEndpoint), { kinds: ['payin'] });
    expect(report.checks.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
    expect(found(report, 'skip').filter(perhapsInTurn)).toEqual([
      ...['payin-json', 'test-json', 'number-as-written', 'unknown-order', 'smaller-order'],
    ]);
  });
});

const notAcknowledged = ['payin-json', 'payin-form', 'test-json', 'test-form', 'payout-json', 'payout-form'];

describe.concurrent('an endpoint with one mistake', () => {
  test.for<[string, MakeEndpoint, readonly string[], RegExp]>([
    ['returns JSON', jsonAnswer, notAcknowledged, /status 200, but the body does not contain success/],
    ['returns SUCCESS', upperCaseAnswer, notAcknowledged, /success in upper or mixed case/],
    ['returns 201', createdAnswer, notAcknowledged, /status 201; only status 200 acknowledges a callback/],
    ['redirects', redirectAnswer, ['path-redirect'], /a redirect to .*, which the gateway does not follow/],
    ['has a CSRF check', csrfCheck, ['path-csrf'], /status 419; a CSRF check blocks the callback/],
    [
      'credits before it verifies',
      creditBeforeVerifying,
      [
        ...[
          'unsigned',
          'empty-sign',
          'sign-type',
          'partial-sign',
          'empty-key',
          'unknown-merchant',
          'public-key',
        ],
        ...[
          'altered-amount',
          'altered-order',
          'altered-merchant',
          'altered-status',
          'test-flag',
          'other-key',
          'other-merchant',
        ],
      ],
      /the order was credited once, with 500\.37 in total; the order must not be credited/,
    ],
    [
      'credits every time',
      creditEveryTime,
      ['underpaid', 'slightly-underpaid', 'no-utr', 'repeated', 'at-once', 'much-later'],
      /the order was credited 3 times, with 1501\.11 in total; the customer paid 500\.37 once/,
    ],
    [
      'queries the order before it credits it',
      lookThenCredit,
      ['at-once'],
      /the order was credited \d+ times/,
    ],
    [
      'treats failed as final',
      failedIsFinal,
      ['failed-then-success', 'pending-then-success', 'statuses-at-once'],
      /the order is paid and the shop acknowledged the callback, but the order is not credited/,
    ],
    [
      'reverses a credit after failed',
      failedTakesBack,
      ['success-then-failed', 'repeated'],
      /the order is paid and the shop acknowledged the callback, but the order is not credited/,
    ],
    [
      'credits the amount of the order',
      amountOfTheOrder,
      ['underpaid', 'slightly-underpaid'],
      /the order was credited once, with 500\.37 in total; the customer paid 9\.87 once/,
    ],
    [
      'accepts any merchant',
      anyMerchant,
      ['other-merchant', 'payout-other-merchant'],
      /the merchant OTHER9, with a valid signature is acknowledged with success/,
    ],
    [
      'accepts any callback kind',
      anyKind,
      ['other-key', 'other-kind', 'payout-other-key'],
      /credited once, with 500\.37 in total; the order must not/,
    ],
    [
      'parses JSON before it verifies',
      parsedJson,
      ['number-as-written', 'payout-number-as-written'],
      /one more field, the number 90\.50 is not acknowledged: status 401/,
    ],
    [
      'parses forms by hand',
      splitForm,
      [
        'unicode',
        'plus-in-form',
        'payout-unicode',
        'payout-plus-in-form',
        'payout-failed',
        'processing-after-failed',
      ],
      /with the value "a\+b c" is not acknowledged: status 401/,
    ],
    [
      'drops fields before it verifies',
      knownFields,
      ['additional-field', 'number-as-written'],
      /with two more fields is not acknowledged: status 401/,
    ],
    [
      'rejects failed pay-ins',
      refusesFailed,
      [
        'failed',
        'failed-then-success',
        'success-then-failed',
        'payout-failed',
        'processing-after-success',
        'processing-after-failed',
      ],
      /a failed pay-in is not acknowledged: status 422/,
    ],
  ])('the checker finds that the endpoint %s', async ([, make, ids, message], context) => {
    const report = await checked(context, hand(make));
    expect(found(report, 'fail')).toEqual(ids);
    const texts = report.checks.filter(({ status }) => status === 'fail').map((check) => check.message);
    expect(texts.join('\n')).toMatch(message);
  });

  test('an endpoint that responds too late fails only the case about slow responses', async (context) => {
    const report = await checked(context, hand(slowWork(60_000)), { timeoutMs: 100 });
    const [slow] = report.checks.filter(({ status }) => status === 'fail');
    expect(slow).toMatchObject({ id: 'path-slow', message: 'no response within 100 ms' });
    expect(report).toMatchObject({ passed: 3, failed: 1 });
  });

  test('the checker warns of an endpoint near the time limit', async (context) => {
    const report = await checked(context, hand(slowWork(10_500)), {
      timeoutMs: 20_000,
      cases: ['payin-json', 'answer-time'],
    });
    expect(found(report, 'warn')).toEqual(['answer-time']);
    expect(report.checks[0]?.message).toMatch(/^the slowest of 1 responses took \d+ ms of the 20000 ms/);
  });

  test('the checker passes an endpoint that returns success in quotes, with a warning', async (context) => {
    const report = await checked(context, hand(quotedAnswer));
    expect(report.failed).toBe(0);
    expect(found(report, 'warn')).toEqual(notAcknowledged);
    expect(report.checks.find(({ id }) => id === 'payin-json')?.message).toBe(
      'accepted, but success is a quoted JSON string',
    );
  });
});

test('the README lists every mistake of the folder', () => {
  const folder = `${import.meta.dirname}/..`;
  const readme = readFileSync(`${folder}/README.md`, 'utf8');
  const told = [...readme.matchAll(/^\| `([a-z-]+\.ts)` \|/gm)].map(([, file]) => file);
  expect(told.toSorted()).toEqual(readdirSync(`${folder}/src/wrong`).toSorted());
  expect(told).toHaveLength(19);
});
