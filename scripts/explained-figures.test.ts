import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultSettings } from '../packages/mock-gateway/src/configuration/options.ts';
import { extraMaxLength, orderValidityMinutes, urlMaxLength } from '../packages/sdk/src/internal.ts';
import { callbackRetryDelaysMs, callbackTimeoutMs } from '../packages/sdk/src/protocol.ts';

const words: Readonly<Record<number, string>> = { 10: 'ten', 15: 'fifteen' };
const { failures = 0, windowSeconds = 0, lockSeconds = 0 } = defaultSettings.signatureLock ?? {};
const wrong = `${words[failures]} wrong signatures in ${words[windowSeconds / 60]} minutes lock an IP address for ${words[lockSeconds / 60]}`;

function waited(ms: number): string {
  const [amount, unit] = ms < 3_600_000 ? [ms / 60_000, 'minute'] : [ms / 3_600_000, 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}

const retries = callbackRetryDelaysMs.map(waited);

it.each([
  ['callbacks', `within ${callbackTimeoutMs / 1_000} seconds`],
  ['callbacks', `after ${retries.slice(0, -1).join(', ')} and ${retries.at(-1)}`],
  ['readings', wrong],
  ['readings', `A URL must contain at most ${urlMaxLength.toLocaleString('en')} characters`],
  ['readings', `An \`extra\` of more than ${extraMaxLength} characters`],
  ['states', `An order expires ${orderValidityMinutes} minutes`],
])('the explanation page %s contains the figures from the code: %s', (page, sentence) => {
  const text = readFileSync(new URL(`../docs/explanation/${page}.md`, import.meta.url), 'utf8');
  expect(text.replaceAll(/\s+/g, ' ').toLowerCase()).toContain(sentence.toLowerCase());
});
