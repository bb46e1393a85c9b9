import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished } from 'vitest';
import { counterExamples } from '../../../../test/counter-examples.ts';
import { damagedText } from '../../../../test/damaged.ts';
import { readCsv } from '../../src/commands/reconcile/read-csv.ts';
import { readConfigFile } from '../../src/commands/serve/config-file.ts';
import { UsageError } from '../../src/output/usage-error.ts';

export interface Size {
  readonly count: number;
  readonly seed: number;
}

const csv = [
  'mchOrderNo,amount,payType,accountName,accountNumber,ifsc,bankCode,upiId',
  'W-1,1000.00,bank,"Rao, ""Asha""",001234567890,HDFC0001234,HDFC Bank,',
  'W-2,500,upi,,,,,asha@okhdfcbank',
  '',
  'W-3,750.50,upi,,,,,"ravi@okaxis"',
].join('\r\n');

const columns = { known: csv.split('\r\n')[0]?.split(',') ?? [], needed: ['mchOrderNo', 'amount'] };

const yaml = `
merchants:
  - &shop
    mchId: DEMO1001
    mchKey: demo-mch-key
    mchSecret: "demo-mch-secret"
    ipAllowList: ["127.0.0.1", '::1']
    limits: { payinMin: "200.00", payinMax: "50000.00" }
  - <<: *shop
    mchId: DEMO1002
settings:
  usdtRate: "90.0000"  # a comment
  signatureLock: { failures: 10, windowSeconds: 600, lockSeconds: 900 }
`;

/** A file is either read, or rejected with an error that the caller can fix. No error contains a value of the file. */
export async function expectReadOrRejected(kind: 'csv' | 'yaml', { count, seed }: Size): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'inrgate-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, `input.${kind}`);
  const read = kind === 'csv' ? () => readCsv(file, columns) : () => readConfigFile(file);
  let refused = 0;
  const property = fc.asyncProperty(damagedText(kind === 'csv' ? csv : yaml), async (text) => {
    writeFileSync(file, text);
    const error = await read().then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (error === null) return;
    refused += 1;
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).not.toMatch(/001234567890|demo-mch-(?:key|secret)/);
  });
  const examples = counterExamples[kind].map((text): [string] => [text]);
  await fc.assert(property, { numRuns: count, seed, examples });
  expect(refused).toBeGreaterThan(count / 10);
}
