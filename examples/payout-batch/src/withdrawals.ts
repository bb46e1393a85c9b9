import { createHash } from 'node:crypto';

/** One payout, from one line of the file. */
export interface Withdrawal {
  readonly mchOrderNo: string;
  readonly amount: string;
  readonly upiId: string;
}

const header = 'mchOrderNo,amount,upiId';
const row = /^([\w.:#/-]+),((?:0|[1-9]\d*)\.\d\d),([\w.-]+@[A-Za-z]\w+)$/;

/**
 * Reads the whole file before the first request.
 *
 * @throws {Error} with the number of the first invalid line, without its content
 */
export function readWithdrawals(text: string): readonly Withdrawal[] {
  const [first, ...lines] = text.trimEnd().split(/\r?\n/);
  if (first !== header) throw new Error(`line 1 has to be ${header}`);
  const seen = new Set<string>();
  return lines.map((line, index) => {
    const [, mchOrderNo = '', amount = '', upiId = ''] = row.exec(line) ?? [];
    if (mchOrderNo === '' || mchOrderNo.length > 100 || amount.length > 12)
      throw new Error(`line ${index + 2} is not a valid payout`);
    if (seen.has(mchOrderNo)) throw new Error(`line ${index + 2} has the number of an earlier line`);
    seen.add(mchOrderNo);
    return { mchOrderNo, amount, upiId };
  });
}

/** Identifies a sent line without storing its account number. */
export function fingerprint({ mchOrderNo, amount, upiId }: Withdrawal): string {
  return createHash('sha256')
    .update(JSON.stringify([mchOrderNo, amount, upiId]))
    .digest('hex');
}
