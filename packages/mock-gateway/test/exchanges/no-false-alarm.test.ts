import { afterAll, describe, expect, it } from 'vitest';
import { createMockGateway } from '../../src/index.ts';
import type { Open } from '../wire/gateway-per-test.ts';
import { wireContract } from '../wire/wire.contract.ts';
import { type Judged, judged } from './judged.ts';

const all: Judged[] = [];

/** The gateway itself, each exchange of the whole suite judged. */
const watched: Open = async (options) => {
  const gateway = await createMockGateway(options);
  // A test changes its merchant's key.
  const known = { ...gateway.merchant };
  const watching = judged(async (path, init) => {
    Object.assign(known, await gateway.merchants.get(known.mchId));
    return gateway.fetch(gateway.url + path, init);
  }, known);
  all.push(watching);
  return { gateway, send: watching.send, close: () => gateway.close() };
};

describe('correct answers', () => {
  wireContract('while its answers are judged', watched);

  afterAll(() => {
    // What is wrong with a request is said, and each of these was refused for it.
    const broken = all.flatMap((one) => one.broken).filter(({ about }) => about !== 'request');
    expect(broken.slice(0, 20)).toEqual([]);
  });
});

it('has judged something', () => {
  expect(all.length).toBeGreaterThan(100);
});
