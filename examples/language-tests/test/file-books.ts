import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Books } from './shop.contract.ts';

/** The orders of a shop that keeps them as files: `NUMBER.order` and `NUMBER.paid`. */
export function fileBooks(folder: string): Books {
  const file = (mchOrderNo: string, kind: string) => path.join(folder, `${mchOrderNo}.${kind}`);
  return {
    take(mchOrderNo, amount) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file(mchOrderNo, 'order'), amount);
    },
    credited(mchOrderNo) {
      const paid = file(mchOrderNo, 'paid');
      return existsSync(paid) ? readFileSync(paid, 'utf8') : undefined;
    },
  };
}
