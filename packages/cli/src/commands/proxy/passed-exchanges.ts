import type { HarFile, KnownMerchant, Passed, Tally } from '@inrgate/conformance';
import type { Output } from '../../output/output.ts';
import { exchangeEvent, exchangeLines, worthTelling } from './exchange-lines.ts';

export interface Watcher {
  readonly passed: (passed: Passed) => void;
  readonly end: () => Promise<void>;
}

interface Watching {
  readonly known: KnownMerchant | null;
  readonly tally: Tally;
  readonly har: HarFile | null;
}

type Findings = Parameters<Tally['add']>[0];

const patienceMs = 3_000;

/** Records, checks and reports the exchanges. Reports a wrong signature after the doctor has explained it. */
export async function watcher(output: Output, { known, tally, har }: Watching): Promise<Watcher> {
  const { ExchangeDoctor, ExchangeJudge } = await import('@inrgate/conformance');
  const judge = new ExchangeJudge(known);
  const doctor = new ExchangeDoctor(known);
  const waiting = new Map<Passed, Findings>();
  const tell = (passed: Passed, findings: Findings) => {
    tally.add(findings);
    har?.add({ ...passed, findings });
    const told = findings.filter(worthTelling);
    output.data(exchangeEvent(passed, told), () => exchangeLines(passed, told));
  };
  const tellOnce = (passed: Passed, findings: Findings) => {
    if (waiting.delete(passed)) tell(passed, findings);
  };
  const passes = (passed: Passed) => {
    const { kind } = passed;
    if (kind === 'other') har?.add(passed);
    // Forget the orders, because a reset of the mock gateway deletes them.
    if (kind === 'other' && passed.request.path.endsWith('/_mock/reset')) judge.forget();
    if (kind === 'other') return;
    const isCallback = kind === 'callback';
    const findings = isCallback ? judge.callback(passed) : judge.exchange({ ...passed, api: kind });
    if (!doctor.canExplain(findings)) {
      tell(passed, findings);
      return;
    }
    waiting.set(passed, findings);
    const explained = isCallback
      ? doctor.callback(passed, findings)
      : doctor.exchange({ ...passed, api: kind }, findings);
    explained.catch(() => findings).then((more) => tellOnce(passed, more));
  };
  const end = async () => {
    const until = Date.now() + patienceMs;
    while (waiting.size > 0 && Date.now() < until) await new Promise((next) => setTimeout(next, 20));
    for (const [passed, findings] of [...waiting]) tellOnce(passed, findings);
  };
  return { passed: passes, end };
}
