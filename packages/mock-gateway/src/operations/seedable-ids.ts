import { orderNumbersFrom, trc20Address } from '@inrgate/sdk/internal';
import { type Ids, randomIds } from './ids.ts';
import { type Draw, drawOf } from './seeded-draws.ts';

type Repeatable = Pick<Ids, 'payinOrderNo' | 'payoutOrderNo' | 'linkCode' | 'usdtAddress' | 'utr' | 'txid'>;

export interface SeedableIds extends Ids {
  /**
   * Derives later order numbers and references from this seed. With null, they are random. Tokens and keys are always
   * random.
   */
  readonly seed: (seed: string | null) => void;
}

/** Creates values that are random until `seed` is called. */
export function seedableIds(): SeedableIds {
  const random = randomIds();
  let order: Repeatable = random;
  return {
    ...random,
    payinOrderNo: (now) => order.payinOrderNo(now),
    payoutOrderNo: (now) => order.payoutOrderNo(now),
    linkCode: () => order.linkCode(),
    usdtAddress: () => order.usdtAddress(),
    utr: () => order.utr(),
    txid: () => order.txid(),
    seed: (seed) => {
      order = seed === null ? random : repeatable(drawOf(seed));
    },
  };
}

function repeatable(draw: Draw): Repeatable {
  const below = (limit: number) => Math.floor(draw() * limit);
  const hex = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  return {
    ...orderNumbersFrom(below),
    linkCode: () => hex(16),
    usdtAddress: () => trc20Address(Buffer.from(hex(40), 'hex')),
    txid: () => hex(64),
  };
}
