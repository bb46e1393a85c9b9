import type { MockGateway } from '../../../src/index.ts';
import { Caller, type Keys } from '../../client.ts';
import type { FarDatabase } from './far-database.ts';
import type { Process, World } from './world.ts';

/** A gateway that has started, with its machine. */
export interface Member {
  readonly process: Process;
  readonly gateway: MockGateway;
}

export interface Call {
  readonly name: string;
  readonly member: Member;
  readonly generation: number;
  readonly beganStep: number;
  readonly beganAt: number;
  /** The response. Null until it arrives, and permanently null if the gateway crashed. */
  answer: CallAnswer | null;
  endedStep: number;
  endedAt: number;
  /** True if a reset occurred during the call. */
  isAcrossReset: boolean;
}

export interface CallAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes calls and records their responses. */
export class Calls {
  readonly #world: World;
  readonly #database: FarDatabase;
  readonly made: Call[] = [];

  constructor(world: World, database: FarDatabase) {
    this.#world = world;
    this.#database = database;
  }

  /** Sends a control call. If no response arrives, the returned promise never settles, so no later step runs. */
  control(member: Member, method: string, path: string, body?: object): Promise<Call> {
    const init: RequestInit = { method };
    if (body !== undefined) init.body = JSON.stringify(body);
    return this.#made(`${method} ${path} ${JSON.stringify(body ?? {})}`, member, async () => {
      const response = await member.gateway.fetch(`${member.gateway.url}/_mock${path}`, init);
      const text = await response.text();
      return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
    });
  }

  wire(
    member: Member,
    keys: Keys,
    endpoint: string,
    params: Readonly<Record<string, string>>,
  ): Promise<Call> {
    const { gateway } = member;
    const caller = new Caller((path, init) => gateway.fetch(gateway.url + path, init), keys);
    return this.#made(`${endpoint} ${keys.mchId} ${params['mchOrderNo']}`, member, async () => {
      const { status, data, error } = await caller.v3(endpoint, params);
      return { status, body: { ...data, error } };
    });
  }

  /** Calls that can still get a response. */
  get open(): readonly Call[] {
    return this.made.filter(({ answer, member }) => answer === null && member.process.state !== 'dead');
  }

  async #made(name: string, member: Member, work: () => Promise<CallAnswer>): Promise<Call> {
    const { process } = member;
    const call: Call = {
      name,
      member,
      generation: this.#database.generation,
      beganStep: this.#world.steps,
      beganAt: this.#database.trueTime,
      answer: null,
      endedStep: Number.POSITIVE_INFINITY,
      endedAt: Number.POSITIVE_INFINITY,
      isAcrossReset: false,
    };
    this.made.push(call);
    this.#world.note(`${process.name} is asked ${name}`);
    try {
      call.answer = await this.#world.within(process, work);
    } catch (error) {
      // fetch throws this error if the server does not respond.
      if (!(error instanceof TypeError)) throw error;
      call.answer = { status: 0, body: {} };
    }
    call.endedStep = this.#world.steps;
    call.endedAt = Math.max(this.#database.trueTime, Date.parse(member.gateway.clock.get().now) + 999);
    call.isAcrossReset = call.generation !== this.#database.generation;
    this.#world.note(`${process.name} answers ${name}: ${call.answer.status}`);
    return call;
  }
}
