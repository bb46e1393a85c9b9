import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { StoreError } from './store/store-error.ts';
import { safely, troubleTeller } from './troubles.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const full = () =>
  new StoreError('store_full', 'gateway.db has no room left', {
    cause: Object.assign(new Error('database or disk is full'), { name: 'SqliteError', code: 'SQLITE_FULL' }),
  });

function telling(everyMs?: number) {
  const told: string[] = [];
  const teller = troubleTeller((text) => told.push(text), { everyMs });
  return { told, ...teller };
}

describe('reported errors', () => {
  it('the first report of an error is printed in full, including its cause', () => {
    const { told, tell } = telling();
    tell(full());
    const [headline, cause, place] = String(told).split('\n');
    expect(headline).toBe('StoreError store_full: gateway.db has no room left');
    expect(cause).toBe('  because of SqliteError SQLITE_FULL: database or disk is full');
    expect(place).toMatch(/^ {4}at .*troubles\.test\.ts/);
  });

  it('later reports of the same kind of error are counted and printed at intervals', () => {
    const { told, tell, end } = telling(10_000);
    for (let times = 0; times < 1_471; times++) tell(full());
    expect(told).toHaveLength(1);
    vi.advanceTimersByTime(10_000);
    expect(told.slice(1)).toEqual(['StoreError store_full: gateway.db has no room left: 1,470 more']);
    vi.advanceTimersByTime(60_000);
    tell(full());
    end();
    expect(told.slice(2)).toEqual(['StoreError store_full: gateway.db has no room left: 1 more']);
    end();
    expect([told.length, vi.getTimerCount()]).toEqual([3, 0]);
  });

  it('the number of remembered error kinds is bounded', () => {
    const { told, tell, end } = telling();
    for (let index = 0; index < 500; index++) tell(new Error(`number ${index}`));
    end();
    expect(told).toHaveLength(102);
    expect(told.at(-1)).toBe('other errors: 399 more');
  });

  it('a printed error shows no quoted value and no account number', () => {
    const { told, tell } = telling();
    tell(new SyntaxError(`Unexpected token 's', "s3cret-key" is not valid JSON`));
    tell(new SyntaxError(`Unexpected token 'x', "{"key":"s3cret"x}" is not valid JSON`));
    tell(new Error('no account 123456789012 of `asha@okhdfcbank`'));
    tell('a key as text');
    const text = told.join('\n');
    expect(text).not.toMatch(/s3cret|123456789012|asha|a key as text/);
    expect(text).toContain('SyntaxError: Unexpected token "…", "…" is not valid JSON');
    expect(text).toContain('a string was thrown');
  });

  it.each([
    [
      'thrown',
      () => {
        throw new Error('no such log');
      },
    ],
    ['rejected', async () => Promise.reject(new Error('no such log'))],
  ])('the gateway reports an onError that fails while it handles an error: %s', async (_, onError) => {
    const warned = new Promise<Error>((resolve) => process.once('warning', resolve));
    safely(onError)(full());
    vi.useRealTimers();
    expect((await warned).message).toContain('no such log');
  });
});
