import type { Finding, RecordedExchange } from '@inrgate/conformance';
import { Argument, type Command } from 'commander';
import { tallyText } from '../../checks/exchange-lines.ts';
import { knownMerchant } from '../../checks/known-merchant.ts';
import { recordedExchanges } from '../../checks/recorded-exchanges.ts';
import { completedWith } from '../../input/completed-with.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import { onCall } from '../../session/session.ts';

const help = `
Checks the requests, responses and callbacks of a recording against the rules of the specification. The recording is a HAR
1.2 file from the proxy, a browser or another tool. The check skips masked signatures and truncated bodies. The report
states the reason. A recording from the proxy contains the proxy's findings, so the check reports the same findings. If you
caused a warning yourself, for example with a manual re-send, ignore the warning.

Exit codes:
  0  No rule failed.
  2  The file is not a recording of this API.
  4  A rule failed.

Examples:
  $ inrgate check recording staging.har
  $ inrgate check recording staging.har --json`;

export function register(command: Command): void {
  command
    .addArgument(completedWith(new Argument('<file>', 'HAR file to check'), 'files'))
    .addHelpText('after', help);
  onCall(command, async (session, _options, [file = '']) => {
    const exchanges = await recordedExchanges(file);
    const { ExchangeDoctor, ExchangeJudge, Tally, unseenRules } = await import('@inrgate/conformance');
    const known = knownMerchant(session, null);
    const judge = new ExchangeJudge(known);
    const tally = new Tally(unseenRules());
    const doctor = new ExchangeDoctor(known);
    let explained = 0;
    for (const exchange of exchanges) {
      // The judge needs every exchange. The findings of the proxy take precedence, because only the proxy saw the
      // unmasked signatures.
      const again = judged(judge, exchange);
      const findings = exchange.findings ?? again;
      doctor.passes();
      const isAsked =
        exchange.findings === undefined && explained < mostExplained && doctor.canExplain(findings);
      if (isAsked) explained += 1;
      tally.add(isAsked ? await explainedBy(doctor, exchange, findings) : findings);
    }
    const report = tally.report();
    session.output.data(report, () => tallyText(tally, `Recording ${file}`));
    if (exchanges.some((one) => one.findings === undefined && isMasked(one)))
      session.output.note('note: the check skips masked signatures');
    if (report.failed > 0) throw new EndedWith(exitCodes.failed);
  });
}

/** Maximum number of wrong signatures that the doctor explains, because each explanation takes time. */
const mostExplained = 20;

type Doctor = InstanceType<typeof import('@inrgate/conformance').ExchangeDoctor>;

async function explainedBy(doctor: Doctor, exchange: RecordedExchange, findings: readonly Finding[]) {
  const { kind } = exchange;
  if (kind === 'callback') return doctor.callback(exchange, findings);
  return kind === 'other' ? findings : doctor.exchange({ ...exchange, api: kind }, findings);
}

type Judge = InstanceType<typeof import('@inrgate/conformance').ExchangeJudge>;

function judged(judge: Judge, exchange: RecordedExchange) {
  const { kind } = exchange;
  if (kind === 'other') return [];
  return kind === 'callback' ? judge.callback(exchange) : judge.exchange({ ...exchange, api: kind });
}

function isMasked({ request }: RecordedExchange): boolean {
  return /"?sign"?\s*[:=]\s*"?\*\*\*/.test(`${Buffer.from(request.body).toString('utf8')} ${request.query}`);
}
