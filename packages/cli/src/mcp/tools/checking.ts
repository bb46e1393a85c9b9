import type { ControlClient, ControlResponse } from '@inrgate/mock-gateway/control';
import { z } from 'zod';
import * as answers from '../answers/checks.ts';
import * as common from '../arguments.ts';
import { savedAddress } from '../callback-address.ts';
import { hints, type Tool, tool } from '../tool.ts';

/** Real milliseconds between two looks at how far a check is. */
const lookEvery = 1_000;

const checkPath = '/merchants/:id/check-callback';

/** Whether a shop takes callbacks as it must. */
export const checkingTools: readonly Tool[] = [
  tool({
    name: 'endpoint_check',
    title: "Check the shop's callback endpoint",
    description:
      'Sends callbacks to the shop as the gateway would: genuine ones of every kind, the same again and ten at once, states in ' +
      'every order, forged ones. Says what is answered wrongly, why it matters and how to mend it; with a probe also what is ' +
      'credited. The orders are made up: for a shop that sells nothing real. It takes seconds to minutes.',
    annotations: hints.adds,
    output: answers.endpointCheck,
    input: {
      url: z.string().optional().describe('The endpoint; the saved callback URL when left out.'),
      cases: z
        .array(z.string())
        .min(1)
        .optional()
        .describe('Only these cases, by the ids of an earlier check.'),
      kinds: z
        .array(z.enum(['payin', 'payout', 'link']))
        .min(1)
        .optional()
        .describe('The kinds to check. Default: pay-ins and payouts.'),
      amount: z.string().optional().describe('INR of every order, two decimals. Default 500.37.'),
      createOrder: z
        .string()
        .optional()
        .describe(
          'A URL of the shop that creates a pending order: POST {"kind", "mchOrderNo", "amount"} returns {"mchOrderNo"}.',
        ),
      payoutProbe: z
        .string()
        .optional()
        .describe(
          'A URL of the shop that returns {"count": 1, "amount": "500.00", "status": "success"} for GET ?mchOrderNo=NUMBER: what it recorded of a payout.',
        ),
      language: z
        .enum(['php', 'python', 'java', 'go', 'node'])
        .optional()
        .describe('Adds a line of code in this language to each fix.'),
      probe: z
        .string()
        .optional()
        .describe(
          'An address of the shop that answers GET ?mchOrderNo=NUMBER with {"count": 1, "amount": "500.00"}.',
        ),
      mchId: common.mchId,
    },
    run: async (desk, { mchId, ...asked }, { signal, progress }) => {
      desk.allowed('url', asked.url);
      for (const name of ['probe', 'payoutProbe', 'createOrder'] as const) desk.allowed(name, asked[name]);
      const control = await desk.control();
      const merchant = desk.merchantId(mchId);
      if (asked.url === undefined) await savedAddress(desk, control, { mchId: merchant });
      const stop = () => void control.delete(checkPath, { id: merchant }).catch(() => {});
      signal.addEventListener('abort', stop, { once: true });
      const telling = setInterval(() => void tellProgress(control, merchant, progress), lookEvery);
      try {
        const report = await control.post(checkPath, { id: merchant, body: asked });
        return { data: withoutGenuine(report), text: reportSentences(report) };
      } finally {
        clearInterval(telling);
        signal.removeEventListener('abort', stop);
      }
    },
  }),
];

async function tellProgress(
  control: ControlClient,
  id: string,
  tell: (message: string) => void,
): Promise<void> {
  const { checks } = await control.get(checkPath, { id }).catch(() => ({ checks: [] }));
  const done = checks.filter(({ status }) => status !== 'waiting').length;
  tell(`${done} of ${checks.length} cases`);
}

type Report = ControlResponse<'EndpointCheck'>;

/** What was sent and answered is told of findings alone: of dozens of cases that passed nobody reads it. */
function withoutGenuine(report: Report) {
  const checks = report.checks.map(({ exchanges, ...check }) =>
    isFinding(check) ? { ...check, exchanges } : check,
  );
  return { ...report, checks };
}

function isFinding({ status }: Pick<Report['checks'][number], 'status'>): boolean {
  return status === 'fail' || status === 'warn';
}

function reportSentences(report: Report): string {
  const { passed, failed, warned, skipped } = report;
  const findings = report.checks.filter(isFinding);
  return [
    `${passed} passed, ${failed} failed, ${warned} work by luck, ${skipped} could not be seen.`,
    ...findings.map(({ id, title, message, fix }) =>
      [`${id}: ${title}.`, message, fix ?? ''].join(' ').trim(),
    ),
  ].join('\n');
}
