import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { NameLookups } from './name-lookups.ts';

const found: readonly LookupAddress[] = [
  { address: '2001:db8::1', family: 6 },
  { address: '192.0.2.1', family: 4 },
];

/**
 * Lookups without a DNS server that responds. Lookups of `hung-…` names never end. Records the calls of the system's
 * lookup.
 */
function rig(hosts: readonly string[] = [], searched: readonly string[] = ['example']) {
  const asked: string[] = [];
  const hung: PromiseWithResolvers<readonly LookupAddress[]>[] = [];
  let elapsed = 0;
  let running = 0;
  let mostAtOnce = 0;
  const system = async (name: string) => {
    asked.push(name);
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    const end = Promise.withResolvers<readonly LookupAddress[]>();
    if (name.startsWith('hung-')) hung.push(end);
    else if (name.startsWith('broken-')) end.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    else setImmediate(() => end.resolve(found));
    return end.promise.finally(() => {
      running -= 1;
    });
  };
  const lookups = new NameLookups({
    system,
    responds: async (name) => !/^(?:hung|listed)-|\.hung$/.test(name),
    searched: async () => searched,
    hosts: async () => new Set(hosts),
    elapsed: () => elapsed,
  });
  const look = (name: string, family = 0) =>
    new Promise<unknown>((resolve) => {
      lookups.lookup(name, { all: true, family }, (error, all) => resolve(error?.code ?? all));
    });
  return {
    asked,
    hung,
    lookups,
    look,
    mostAtOnce: () => mostAtOnce,
    pass: (ms: number) => {
      elapsed += ms;
    },
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const names = (kind: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${kind}-${index}`);

describe('name lookups [contract:callbacks.names]', () => {
  it.each([1, 2, 5, 100])(
    'the lookups of %d names with hanging DNS occupy one thread and delay no other lookup',
    async (count) => {
      const { look, asked, mostAtOnce } = rig();
      for (const name of names('hung', count)) void look(name);
      await settled();
      const others = names('shop', 20);
      for (const name of others) expect(await look(name)).toEqual(found);
      expect(asked.filter((name) => name.startsWith('hung-'))).toEqual(['hung-0']);
      expect(mostAtOnce()).toBe(2);
    },
  );

  it('the lookup of a name with a hanging search domain does not delay a lookup that needs no search domain', async () => {
    const { look, asked } = rig(['listed-1'], ['example', 'hung']);
    for (const name of ['hung-1', 'shop-1']) void look(name);
    await settled();
    for (const name of ['listed-1', 'shop-2.']) expect(await look(name)).toEqual(found);
    expect(asked).toEqual(['hung-1', 'listed-1', 'shop-2.']);
  });

  it('simultaneous lookups of many names run one at a time', async () => {
    const { look, mostAtOnce } = rig();
    const others = names('shop', 50);
    expect(await Promise.all(others.map((name) => look(name)))).toEqual(others.map(() => found));
    expect(mostAtOnce()).toBe(1);
  });

  it.each(['localhost', 'LOCALHOST', 'shop.localhost'])('the name %s needs no lookup', async (name) => {
    const { look, asked } = rig();
    expect(await look(name)).toEqual([
      { address: '127.0.0.1', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(asked).toEqual([]);
  });

  it('the hosts file resolves a name while every DNS server is silent', async () => {
    const { look } = rig(['listed-1']);
    void look('hung-1');
    await settled();
    expect(await look('Listed-1')).toEqual(found);
  });

  it('the lookup of a name for which DNS does not respond waits until the hanging lookup ends', async () => {
    const { look, hung } = rig();
    void look('hung-1');
    const late = look('listed-1');
    await settled();
    hung[0]?.resolve(found);
    expect(await late).toEqual(found);
  });

  it('simultaneous requests for a name share one lookup', async () => {
    const { look, asked } = rig();
    expect(await Promise.all([look('shop'), look('SHOP'), look('shop')])).toEqual([found, found, found]);
    expect(asked).toEqual(['shop']);
    await look('shop');
    expect(asked).toEqual(['shop', 'shop']);
  });

  it('a failed lookup does not stop the next lookup', async () => {
    const { look, asked } = rig();
    expect(await look('broken-1')).toBe('ENOTFOUND');
    expect(await look('broken-1')).toBe('ENOTFOUND');
    expect(asked).toEqual(['broken-1', 'broken-1']);
    expect(await look('shop')).toEqual(found);
  });

  it('a lookup that has waited longer than a callback timeout fails without a query', async () => {
    const { look, hung, asked, pass } = rig();
    void look('hung-1');
    const [waiting, joined] = [look('listed-1'), look('listed-2')];
    await settled();
    pass(8_001);
    void look('listed-2');
    hung[0]?.resolve(found);
    expect(await waiting).toBe('ETIMEOUT');
    expect(await joined).toEqual(found);
    expect(asked).toEqual(['hung-1', 'listed-2']);
  });

  it('the result of a lookup is not cached', async () => {
    const { look, lookups, hung } = rig();
    const all = [...names('shop', 200), ...names('broken', 200), 'hung-1'].map((name) => look(name));
    await settled();
    expect(lookups.size).toBeGreaterThan(0);
    await expect.poll(() => hung.length).toBe(1);
    hung[0]?.resolve(found);
    await Promise.all(all);
    expect(lookups.size).toBe(0);
  });

  it('a lookup returns the IP addresses of the requested family', async () => {
    const { look, lookups } = rig();
    expect(await look('shop', 4)).toEqual([found[1]]);
    expect(await look('shop', 6)).toEqual([found[0]]);
    const first = new Promise((resolve) => {
      lookups.lookup('shop', { family: 4 }, (...all) => resolve(all));
    });
    expect(await first).toEqual([null, '192.0.2.1', 4]);
  });
});
