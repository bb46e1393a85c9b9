import type { Command } from 'commander';
import { EndedWith, exitCodes } from '../output/exit-codes.ts';
import { fields, status } from '../output/output.ts';
import { keyTitles, onCall, type Session } from '../session/session.ts';
import { type KeyOptions, keyOption, likelyKey } from '../signing/detect.ts';
import { inputArgument, type Params, readParams } from '../signing/parameters.ts';
import { type Verdict, verdictOn } from '../signing/verdict.ts';

const reasons = {
  missing_sign: 'the sign is missing',
  invalid_signature: 'the signature is wrong',
  wrong_key: "the signature was made with the merchant's other key",
} as const;

export function register(command: Command): void {
  command
    .addArgument(inputArgument())
    .addOption(keyOption('key to verify the sign with (default: both keys)'))
    .addHelpText(
      'after',
      `
Verifies the signature of a request or a callback. For a callback, pass a file with the raw body. The sign can be in upper or
lower case. Your callback endpoint must also accept both.

Exit codes:
  0  The sign is valid.
  4  The sign is not valid.

Examples:
  $ inrgate verify callback.json
  $ inrgate verify --with mchKey --json < callback.txt
  $ inrgate verify mchId=DEMO1001 mchOrderNo=ORDER-1 sign=8C4EC3DE0BE9D81C10B2C2B42744C41F`,
    );
  onCall<KeyOptions>(command, async (session, options, inputs) => {
    const params = await readParams(inputs);
    const verdict = verdictOn(params, await keysToTry(session, options, params));
    session.output.data(verdict, () => verdictText(verdict));
    if (verdict.valid && /[a-f]/.test(verdict.received.sign) && verdict.signature === 'standard') {
      session.output.note(
        'note: the sign is in lower case. The gateway rejects requests with a lower-case sign.',
      );
    }
    if (!verdict.valid) throw new EndedWith(exitCodes.failed);
  });
}

async function keysToTry(session: Session, options: KeyOptions, params: Params) {
  if (options.with !== undefined) return { [options.with]: await session.key(options.with) };
  const { mchKey, mchSecret } = session.settings;
  if (mchKey !== undefined || mchSecret !== undefined) return { mchKey, mchSecret };
  const likely = likelyKey(params);
  return { [likely]: await session.key(likely) };
}

function verdictText({ valid, reason, key, signature, expected, received }: Verdict): string {
  const why = reason === null ? '' : `: ${reasons[reason]}`;
  return `${status(valid ? 'success' : 'failed', valid ? 'valid' : 'not valid')}${why}\n${fields({
    key: key === null ? undefined : `${key} (${keyTitles[key]})`,
    signature,
    received: received.sign,
    expected: valid ? undefined : `${expected.sign} with ${expected.key} (${keyTitles[expected.key]})`,
    canonical: signature === 'alternative' ? undefined : expected.canonical,
  })}`;
}
