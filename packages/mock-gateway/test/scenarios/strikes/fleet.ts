import { expect, onTestFinished } from 'vitest';
import type { GatewayOptions } from '../../../src/index.ts';
import type { PostgresProxy } from '../../open-postgres-proxy.ts';
import { Life } from '../crashes/life.ts';

/**
 * Real milliseconds without a renewal before a takeover. A renewal is due after a third of this time, and a busy
 * machine can delay it.
 */
export const leaseMs = 4_500;

/** A gateway process on the common database. */
export interface Member {
  /** Name of the gateway's connections in the database. */
  readonly name: string;
  readonly life: Life;
  readonly url: string;
  /** Aborts the requests to the gateway. */
  readonly gone: AbortController;
}

export interface FleetOptions {
  readonly gateway: GatewayOptions;
  /** URL of the database. */
  readonly url: string;
  readonly schema: string;
  /** Folder that all processes share. */
  readonly compileCache: string;
  /** Opens a simulated network between a gateway and the database, if set. */
  readonly network?: (url: string) => Promise<PostgresProxy>;
}

const size = 3;

/** Gateway processes on one database, each behind its own network. Requests are sent to the gateways in turn. */
export class Fleet {
  readonly #options: FleetOptions;
  readonly #networks: readonly (PostgresProxy | undefined)[];
  readonly #members: (Member | null)[] = Array.from({ length: size }, () => null);
  #next: Life;
  #opened = 0;
  #asked = 0;
  /** True while the database is unreachable, so no other result counts. */
  isAway = false;
  /** Longest duration in real milliseconds of an error response that waited only for the database. */
  slowestRefusal = 0;

  private constructor(options: FleetOptions, networks: readonly (PostgresProxy | undefined)[]) {
    this.#options = options;
    this.#networks = networks;
    this.#next = new Life(options.compileCache);
  }

  static async open(options: FleetOptions): Promise<Fleet> {
    const between = Array.from({ length: size }, () => options.network?.(options.url));
    const fleet = new Fleet(options, await Promise.all(between));
    for (let place = 0; place < size; place++) await fleet.fill(place);
    onTestFinished(() => {
      for (const member of fleet.#members) member?.life.kill();
    });
    return fleet;
  }

  /** Gateways that currently receive requests. */
  get members(): readonly Member[] {
    return this.#members.filter((member) => member !== null);
  }

  /** Opens a gateway that replaces a dead gateway. */
  async fill(place: number): Promise<void> {
    const life = this.#next;
    this.#next = new Life(this.#options.compileCache);
    const name = `gateway_${this.#opened}`;
    this.#opened += 1;
    const db = new URL(this.#networks[place]?.url ?? this.#options.url);
    db.searchParams.set('application_name', name);
    const options = { ...this.#options.gateway, db: db.href, schema: this.#options.schema };
    const url = await life.open(options, null, leaseMs);
    if (url === null) throw new Error(`${name} died before it listened`);
    this.#members[place] = { name, life, url, gone: new AbortController() };
  }

  at(place: number): Member {
    const member = this.#members[place];
    if (member === undefined || member === null) throw new Error(`nobody is at ${place}`);
    return member;
  }

  /** Stops sending requests to a gateway, and aborts its pending requests. */
  takeOut(place: number): Member {
    const member = this.at(place);
    this.#members[place] = null;
    member.gone.abort(new TypeError(`${member.name} is gone`));
    return member;
  }

  /** Starts sending requests to a gateway again. */
  putBack(place: number, member: Member): void {
    this.#members[place] = { ...member, gone: new AbortController() };
  }

  /** Breaks the database connections of a gateway. The database may finish its queries. */
  cut(place: number): void {
    this.#networks[place]?.cut();
  }

  /**
   * Sends a request to the next gateway. Throws TypeError if the gateway does not respond, as fetch does, or if it
   * reports an unreachable database.
   */
  readonly send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { members } = this;
    this.#asked += 1;
    const { url, gone } = members[this.#asked % members.length] as Member;
    const [began, wasAway] = [performance.now(), this.isAway];
    const response = await fetch(url + path, { ...init, signal: gone.signal });
    const text = await response.text();
    const { status, error } = awayAt(path);
    if (wasAway && this.isAway) expect(response.status, text).toBe(status);
    if (response.status !== status) return new Response(text, response);
    expect(JSON.parse(text)).toMatchObject({ error });
    if (!waitsForDeliveries(path))
      this.slowestRefusal = Math.max(this.slowestRefusal, performance.now() - began);
    throw new TypeError(text);
  };

  /** Returns the responses of all gateways as JSON. */
  ofAll(path: string, init?: RequestInit): Promise<unknown[]> {
    return Promise.all(
      this.members.map(async ({ url }) => (await fetch(`${url}/_mock/${path}`, init)).json()),
    );
  }
}

/** Returns true for a move of the clock. A move waits for running deliveries, at most for a merchant's timeout. */
function waitsForDeliveries(path: string): boolean {
  return path.startsWith('/_mock/clock/advance');
}

/** Returns the response that a gateway gives while its database is unreachable. */
function awayAt(path: string) {
  if (path.startsWith('/_mock')) return { status: 503, error: 'store_unavailable' };
  // v1 has no other error for an unreachable database (spec: Legacy v1 errors).
  if (path.startsWith('/v1')) return { status: 500, error: 'server_error' };
  return { status: 503, error: 'maintenance' };
}
