/** A seeded generator of cases. */
export interface Draw {
  readonly int: (below: number) => number;
  readonly pick: <T>(some: readonly T[]) => T;
  readonly chance: (of: number) => boolean;
}

/** mulberry32. */
export function draws(seed: number): Draw {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  const pick = <T>(some: readonly T[]): T => {
    const chosen = some[int(some.length)];
    if (chosen === undefined) throw new Error('nothing to pick from');
    return chosen;
  };
  return { int, pick, chance: (of) => int(of) === 0 };
}

/** Value of a parameter before it is signed. Can be null. */
export type Value = string | null;
export type Sent = readonly (readonly [string, Value])[];

const words = ['blue', 'shirt', 'चाय', 'café', 'T-shirt', 'size', 'XL', 'order', 'नमस्ते', 'Straße', 'gift'];
const hosts = ['shop.example', 'https.example', 'store.example:8443', 'pay.shop.example'];

export function digits(draw: Draw, length: number): string {
  return Array.from({ length }, () => draw.int(10)).join('');
}

function amount(draw: Draw): string {
  const rupees = 200 + draw.int(49_000);
  return `${rupees}.${draw.pick(['00', '00', '50', '05', '99'])}`;
}

export function url(draw: Draw): string {
  const query = draw.pick(['', '', '?shop=1', '?shop=1&notify=yes', '?a=b+c']);
  return `https://${draw.pick(hosts)}/${draw.pick(['callbacks', 'pay/back', 'n'])}${query}`;
}

export function phrase(draw: Draw): string {
  return Array.from({ length: 2 + draw.int(3) }, () => draw.pick(words)).join(' ');
}

export function randomKey(draw: Draw): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length: 24 + draw.int(9) }, () => draw.pick([...letters])).join('');
}

/** Creates a pay-in request with the parameters in the client's order. */
export function payin(draw: Draw): Sent {
  const all: readonly (readonly [string, Value])[] = [
    ['mchId', `M${digits(draw, 4)}`],
    ['mchOrderNo', `ORDER-${digits(draw, 6)}`],
    ['amount', amount(draw)],
    ['tradeType', draw.pick(['INRUPI', 'usdt'])],
    ['notifyUrl', url(draw)],
    ['returnUrl', url(draw)],
    ['extra', draw.pick([phrase(draw), phrase(draw), '', null])],
  ];
  return shuffled(
    draw,
    all.filter(([name]) => !optional.has(name) || !draw.chance(4)),
  );
}

const optional = new Set(['tradeType', 'notifyUrl', 'returnUrl', 'extra']);

export function shuffled<T>(draw: Draw, some: readonly T[]): readonly T[] {
  const left = [...some];
  return some.map(() => left.splice(draw.int(left.length), 1)[0] as T);
}
