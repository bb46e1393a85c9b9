import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { aPayin } from '../test/builders.ts';
import { createMockGateway, openGateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { openStoreOf } from './open-store.ts';
import { Runtime } from './runtime.ts';
import type { Store } from './store/store.ts';

async function open(options: GatewayOptions = {}): Promise<Runtime> {
  const runtime = await Runtime.open(options, () => 'http://gateway.example');
  onTestFinished(() => runtime.close(Promise.resolve()));
  return runtime;
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inrgate-runtime-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'gateway.db');
}

describe('clock of a new gateway', () => {
  it('the clock of a new gateway runs from real time', async () => {
    const { control } = await open();
    expect(Math.abs(control.clock.now() - Date.now())).toBeLessThan(60_000);
    expect(control.clock.mode).toBe('running');
  });

  it('the clock of a new gateway can start frozen at real time', async () => {
    const { control } = await open({ clock: { mode: 'frozen' } });
    const now = control.clock.now();
    expect(control.clock.mode).toBe('frozen');
    expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
    expect(control.clock.now()).toBe(now);
  });

  it('the clock of a new gateway can start at an instant, running or frozen', async () => {
    const now = '2030-01-01T00:00:00Z';
    const running = await open({ clock: { now } });
    expect(running.control.clock.now() - Date.parse(now)).toBeLessThan(60_000);
    expect(running.control.clock.mode).toBe('running');
    const frozen = await open({ clock: { now, mode: 'frozen' } });
    expect(frozen.control.clock.now()).toBe(Date.parse(now));
  });

  it('the clock of a new gateway rejects an invalid instant', async () => {
    await expect(open({ clock: { now: 'soon' } })).rejects.toMatchObject({
      name: 'ConfigurationError',
      key: 'clock.now',
    });
  });
});

describe('failed start', () => {
  it("a start that cannot read the gateway's merchant closes every opened resource", async () => {
    const db = temporaryFile();
    const trouble = new Error('not now');
    const opened = openGateway({ db }, (file) => {
      const store = openStoreOf(file);
      const { get, all, ...others } = store.merchants;
      let isSeeded = false;
      const merchants: Store['merchants'] = {
        ...others,
        all() {
          isSeeded = true;
          return all();
        },
        get: (mchId) => (isSeeded ? Promise.reject(trouble) : get(mchId)),
      };
      return { ...store, merchants };
    });
    await expect(opened).rejects.toBe(trouble);
    expect((await open({ db })).control.ports.store.kind).toBe('sqlite');
  });

  it('a failed start leaves the file free for the next start', async () => {
    const db = temporaryFile();
    await expect(open({ db, clock: { now: 'soon' } })).rejects.toThrow();
    expect((await open({ db })).control.ports.store.kind).toBe('sqlite');
  });
});

describe('components of the gateway', () => {
  it('the gateway uses its public URL for the checkout', async () => {
    const { services } = await open();
    expect(services.payUrl('tok')).toBe('http://gateway.example/pay/tok');
  });

  it('the gateway immediately announces a commit to the scheduler of due work', async () => {
    const gateway = await createMockGateway({ clock: { mode: 'frozen' } });
    onTestFinished(() => gateway.close());
    const told: string[] = [];
    gateway.events.subscribe(({ type }) => told.push(type));
    await gateway.clock.advance('1s');
    expect(told).toEqual(['clock']);
  });

  it('the gateway reports a store that fails between requests', async () => {
    const { promise: failed, resolve: onError } = Promise.withResolvers<unknown>();
    const runtime = await open({ onError, clock: { mode: 'frozen' } });
    const { store, clock, committed } = runtime.control.ports;
    await store.close();
    committed([{ write: 'insert_deposit', deposit: aPayin({ expiresAt: clock.now() }) }]);
    expect(await failed).toBeInstanceOf(Error);
  });
});
