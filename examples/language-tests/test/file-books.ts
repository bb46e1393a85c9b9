import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Books } from './shop.ts';

/**
 * Reads the orders of a shop that stores files: `NUMBER.order` and `NUMBER.paid`, or `NUMBER.payout` and
 * `NUMBER.settled` for a payout.
 */
export function fileBooks(folder: string): Books {
  const file = (mchOrderNo: string, kind: string) => path.join(folder, `${mchOrderNo}.${kind}`);
  const write = (mchOrderNo: string, kind: string, text: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file(mchOrderNo, kind), text);
  };
  const read = (mchOrderNo: string, kind: string) => {
    const name = file(mchOrderNo, kind);
    return existsSync(name) ? readFileSync(name, 'utf8') : undefined;
  };
  return {
    take: (mchOrderNo, amount) => write(mchOrderNo, 'order', amount),
    credited: (mchOrderNo) => read(mchOrderNo, 'paid'),
    takePayout: (mchOrderNo, amount) => write(mchOrderNo, 'payout', `${amount} wherever`),
    settled: (mchOrderNo) => read(mchOrderNo, 'settled'),
  };
}
