import type { ControlClient, ControlRequest, ControlResponse } from '@inrgate/mock-gateway/control';
import { bodyOf } from '../control-tool.ts';
import { hints, mchId, type Tool, tool } from '../tool.ts';

const lookEvery = 1_000;

const checkPath = '/merchants/:id/check-callback';

type Options = NonNullable<ControlRequest<'POST', typeof checkPath>['body']> & {
  readonly mchId?: string | undefined;
};

export const checkingTools: readonly Tool[] = [
  tool({
    name: 'check_webhook',
    description:
      'Sends signed callbacks to the shop: valid callbacks of every kind, duplicates, simultaneous ' +
      'copies, states in every sequence, and forged callbacks. Reports each wrong response with its consequence and fix. With a probe, also checks the ' +
      'credited amounts. Use a test shop. The check can take several minutes.',
    annotations: hints.adds,
    input: { ...bodyOf(`POST ${checkPath}`), mchId },
    run: async (context, { mchId: named, ...options }: Options, { signal, progress }) => {
      context.refuseRemoteAddresses(options);
      const control = await context.control();
      const merchant = context.merchantId(named);
      if (options.url === undefined) await context.savedAddress(control, merchant);
      const stop = () => void control.delete(checkPath, { id: merchant }).catch(() => {});
      signal.addEventListener('abort', stop, { once: true });
      const telling = setInterval(() => void tellProgress(control, merchant, progress), lookEvery);
      try {
        const report = await control.post(checkPath, { id: merchant, body: options });
        return withoutGenuine(report);
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

/** Removes the exchanges of passed cases, because they would fill the assistant's context. */
function withoutGenuine(report: Report) {
  const checks = report.checks.map(({ exchanges, ...check }) =>
    isFinding(check) ? { ...check, exchanges } : check,
  );
  return { ...report, checks };
}

function isFinding({ status }: Pick<Report['checks'][number], 'status'>): boolean {
  return status === 'fail' || status === 'warn';
}
