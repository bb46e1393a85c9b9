import { describe, expect, it } from 'vitest';
import { credentials, Endpoint, type Mistake, pause, result, type Step, steps } from '../../test/endpoint.ts';
import type { Sender } from '../delivery/sender.ts';
import type { Check } from '../findings/report.ts';
import { runCases } from './check-webhook.ts';
import { type CheckWebhookOptions, setupOf } from './options.ts';

async function checked(
  { send, options }: Endpoint,
  more: Partial<CheckWebhookOptions>,
): Promise<readonly Check[]> {
  const setup = setupOf('http://shop.example/callbacks', {
    ...credentials,
    creditMs: 0,
    ...options,
    ...more,
  });
  const checks: Check[] = [];
  for await (const { check } of runCases({ ...setup, send })) if (check !== null) checks.push(check);
  return checks;
}

function summary(checks: readonly Check[], ...statuses: readonly Check['status'][]): readonly string[] {
  return checks
    .filter(({ status, id }) => statuses.includes(status) && id !== 'answer-time')
    .map(({ id, status, message }) => `${status} ${id}: ${message}`);
}

const kinds = ['payin', 'payout', 'link'] as const;

/** Every mistake in a step, for each kind of callback that needs the step, in each format of the kind. */
const mistakes: readonly Mistake[] = (Object.keys(steps) as Step[]).flatMap((step) =>
  steps[step].flatMap((kind) =>
    (kind === 'link' ? (['json'] as const) : (['json', 'form'] as const)).map((format) => ({
      step,
      kind,
      format,
    })),
  ),
);

/** Returns whether the specification does not require the step. */
function onlyWarns({ step, kind }: Mistake): boolean {
  return step === 'compare the aliases' || (step === 'store a failure' && kind === 'payin');
}

/** Runs the cases until one fails. Returns its ID and message. */
async function firstFailure({ send, options }: Endpoint, more: Partial<CheckWebhookOptions>) {
  const setup = setupOf('http://shop.example/callbacks', {
    ...credentials,
    creditMs: 0,
    ...options,
    ...more,
  });
  for await (const { check } of runCases({ ...setup, send })) {
    if (check?.status === 'fail') return `${check.id}: ${check.message}`;
  }
  return null;
}

describe('endpoint mutants [contract:check-webhook.mutants]', () => {
  it.each(kinds)('the complete endpoint for %s passes without a skipped case', async (kind) => {
    const checks = await checked(new Endpoint([kind]), { kinds: [kind] });
    expect(summary(checks, 'fail', 'warn', 'skip')).toEqual([]);
    expect(checks.length).toBeGreaterThan(10);
  });

  it('the complete endpoint for pay-ins and payouts passes, even if the endpoint rejects links', async () => {
    const checks = await checked(new Endpoint(['payin', 'payout']), {});
    expect(summary(checks, 'fail', 'warn', 'skip')).toEqual([]);
    expect(checks.filter(({ id }) => id.startsWith('link-'))).toEqual([]);
  });

  it.each(mistakes.filter((mistake) => !onlyWarns(mistake)))(
    'an endpoint that does not $step of a $kind as $format fails the check',
    async (mistake) => {
      const { kind } = mistake;
      expect(await firstFailure(new Endpoint([kind], mistake), { kinds: [kind] })).not.toBeNull();
    },
  );

  it.each(mistakes.filter(onlyWarns))(
    'the check warns of an endpoint that does not $step of a $kind as $format',
    async (mistake) => {
      const { kind, step } = mistake;
      const checks = await checked(new Endpoint([kind], mistake), { kinds: [kind] });
      expect(summary(checks, 'fail', 'skip')).toEqual([]);
      const id = step === 'store a failure' ? 'failed' : 'two-orders';
      expect(checks.filter(({ status }) => status === 'warn').map((check) => check.id)).toEqual([
        kind === 'payin' ? id : `${kind}-${id}`,
      ]);
    },
  );

  it('a check skips cases if an endpoint stores no payout and no probe for payouts is set', async () => {
    const endpoint = new Endpoint(['payout'], { step: 'store anything', kind: 'payout', format: 'json' });
    const checks = await checked(endpoint, { kinds: ['payout'], payoutProbe: undefined });
    expect(summary(checks, 'fail', 'warn')).toEqual([]);
    const skipped = checks.filter(({ status }) => status === 'skip');
    expect(skipped.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['payout-failed', 'processing-after-success', 'payout-repeated']),
    );
    for (const { message } of skipped) expect(message).toMatch(/--payout-probe|php -S/);
  });
});

describe('ten simultaneous callbacks [contract:check-webhook.concurrency]', () => {
  /** `php -S` with one worker, which handles requests sequentially. */
  function oneAtATime(send: Sender): Sender {
    let last: Promise<unknown> = Promise.resolve();
    return (delivery, signal) => {
      const mine = last.then(() => send(delivery, signal));
      last = mine;
      return mine;
    };
  }

  /** A network in which one response overtakes another once. */
  function overtaken(send: Sender): Sender {
    const sixth = Promise.withResolvers<void>();
    let sent = 0;
    return async (delivery, signal) => {
      sent += 1;
      const place = sent;
      const answer = await send(delivery, signal);
      if (place === 6) sixth.resolve();
      if (place === 5) await sixth.promise;
      return answer;
    };
  }

  /** A rate limiter in front of an endpoint that handles one request at a time. */
  function limited(send: Sender, status: number): Sender {
    let underWay = 0;
    return async (delivery, signal) => {
      if (underWay > 0) return result(status, 'too many requests');
      underWay += 1;
      await pause();
      return send(delivery, signal).finally(() => {
        underWay -= 1;
      });
    };
  }

  /** Delays every request equally, so the responses arrive in order. */
  function equallyLong(send: Sender): Sender {
    return async (delivery, signal) => {
      const answer = await send(delivery, signal);
      if (answer.status === 200) await pause();
      return answer;
    };
  }

  const unclaimed: Mistake = { step: 'claim before the credit', kind: 'payin', format: 'json' };

  const atOnce = ({ options }: Endpoint, send: Sender) =>
    checked({ send, options } as Endpoint, { kinds: ['payin'], cases: ['at-once'] });

  it.each<[string, (send: Sender) => Sender]>([
    ['an endpoint that handles one request at a time', oneAtATime],
    ['one response that overtakes another on the way', (send) => overtaken(oneAtATime(send))],
    ['a rate limiter that responds with 429', (send) => limited(send, 429)],
    ['a rate limiter that responds with 503', (send) => limited(send, 503)],
  ])(
    'a check skips the concurrency case, with a command to start the endpoint, for %s',
    async (_what, around) => {
      const endpoint = new Endpoint(['payin'], unclaimed);
      expect(await atOnce(endpoint, around(endpoint.send))).toMatchObject([
        { status: 'skip', message: expect.stringContaining('PHP_CLI_SERVER_WORKERS=4') },
      ]);
    },
  );

  it('an endpoint that waits equally long for each callback passes the concurrency case', async () => {
    const endpoint = new Endpoint(['payin']);
    expect(await atOnce(endpoint, equallyLong(oneAtATime(endpoint.send)))).toMatchObject([
      { status: 'pass' },
    ]);
  });

  it('an endpoint that does not claim an order before the credit fails the concurrency case', async () => {
    const endpoint = new Endpoint(['payin'], unclaimed);
    expect(await atOnce(endpoint, endpoint.send)).toMatchObject([{ status: 'fail' }]);
  });
});
