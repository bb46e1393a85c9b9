import type { KeyName } from '@inrgate/sdk/internal';
import { sign } from '@inrgate/sdk/protocol';
import type { Command } from 'commander';
import { fields } from '../output/output.ts';
import { keyTitles, onCall, type Session } from '../session/session.ts';
import { certainKey, type KeyOptions, keyOption, likelyKey } from '../signing/detect.ts';
import { inputArgument, type Params, readParams } from '../signing/parameters.ts';
import { maskedText } from '../signing/verdict.ts';

export function register(command: Command): void {
  command
    .addArgument(inputArgument())
    .addOption(keyOption('signing key (default: the key that the API requires for these parameters)'))
    .addHelpText(
      'after',
      `
mchKey signs pay-ins and pay-in queries. mchSecret signs payouts, payout queries, balance requests and payment links. If you
pass only mchId and mchOrderNo, inrgate signs a pay-in query with mchKey. To sign a payout query, use --with mchSecret.

Examples:
  $ inrgate sign mchId=DEMO1001 mchOrderNo=ORDER-1 amount=500.00
  $ inrgate sign request.json
  $ echo 'mchId=DEMO1001' | inrgate sign --with mchSecret --json`,
    );
  onCall<KeyOptions>(command, async (session, options, inputs) => {
    const params = await readParams(inputs);
    const key = options.with ?? chosenKey(session, params);
    const signature = sign(params, await session.key(key));
    const { mchKey, mchSecret } = session.settings;
    const canonical = maskedText(params, [mchKey, mchSecret, await session.key(key)]);
    session.output.data({ canonical, sign: signature, key }, () =>
      fields({ canonical, sign: signature, key: `${key} (${keyTitles[key]})` }),
    );
  });
}

/** Returns the key that the parameters require. If both keys are possible, returns the known key. */
function chosenKey({ settings }: Session, params: Params): KeyName {
  const likely = likelyKey(params);
  const other = likely === 'mchKey' ? 'mchSecret' : 'mchKey';
  const useOther = certainKey(params) === undefined && settings[likely] === undefined;
  return useOther && settings[other] !== undefined ? other : likely;
}
