import { readFileSync } from 'node:fs';
import { GatewayClient, isGatewayError } from '@inrgate/sdk';
import { payOut, reconcile } from './batch.ts';
import { Journal } from './journal.ts';
import { readWithdrawals } from './withdrawals.ts';

const [, , file] = process.argv;
if (file === undefined) throw new Error('usage: node src/main.ts WITHDRAWALS.csv');
const { INRGATE_BASE_URL, INRGATE_MCH_ID, INRGATE_MCH_SECRET } = process.env;
const baseUrl = INRGATE_BASE_URL || 'http://127.0.0.1:4300/v3';
const mchId = INRGATE_MCH_ID || 'DEMO1001';
// The key has no default, because an attacker could sign with a published key.
const mchSecret = INRGATE_MCH_SECRET || '';
if (mchSecret === '') {
  console.error('INRGATE_MCH_SECRET is not set');
  process.exit(2);
}

const withdrawals = readWithdrawals(readFileSync(file, 'utf8'));
const journal = new Journal(`${file}.journal`);
const batch = { client: new GatewayClient({ baseUrl, mchId, mchSecret }), journal, withdrawals };
try {
  await payOut(batch);
} catch (error) {
  console.error(
    `stopped: ${isGatewayError(error) || error instanceof Error ? error.message : 'unknown error'}`,
  );
  console.error('Run it again after the fix. No payout is sent twice.');
}
const lines = await reconcile(batch);
for (const { mchOrderNo, amount, state } of lines) console.log(`${mchOrderNo}\t${amount}\t${state}`);
// Exit code 0 if all payouts are paid, 1 if some are in progress, 2 if a person must check a payout.
const states = new Set(lines.map(({ state }) => state));
const isOver = [...states].every((state) => state === 'paid');
process.exitCode = isOver ? 0 : [...states].every((state) => ['paid', 'made'].includes(state)) ? 1 : 2;
