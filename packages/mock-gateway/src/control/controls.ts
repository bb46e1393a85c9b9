import type { Duration } from '@inrgate/sdk/internal';
import type { z } from 'zod';
import { type ControlCall, parseCall } from './call.ts';
import { controlCalls, isCall } from './calls.ts';
import type { ControlGateway } from './control-gateway.ts';

type Optional<Value> = object extends Value ? [value?: Value] : [value: Value];
type IdOf<Route> = Route extends `${string}:id${string}` ? [id: string] : [];
type BodyOf<Body extends z.ZodType> = [Body] extends [never] ? [] : Optional<z.input<Body>>;
type QueryOf<Query extends z.ZodObject> = [Query] extends [never] ? [] : Optional<z.input<Query>>;

/** A call as a method: its `:id`, its body and its query, as far as it has them. */
type Method<Call> =
  Call extends ControlCall<infer Route, infer _Name, infer _Other, infer Query, infer Body, infer Result>
    ? (
        ...args: [...IdOf<Route>, ...BodyOf<Body>, ...QueryOf<Query>]
      ) => [Query, Body] extends [never, never] ? Result : Promise<Awaited<Result>>
    : never;

type Methods<Group> = {
  // By its route, because TypeScript 5.5 finds no call with a body assignable to ControlCall without parameters.
  readonly [Name in keyof Group]: Group[Name] extends Pick<ControlCall, 'route'>
    ? Method<Group[Name]>
    : Methods<Group[Name]>;
};

type Own = Methods<typeof controlCalls>;

/** The control calls as methods of the gateway. */
export interface Controls extends Omit<Own, 'clock' | 'locks'> {
  /** Reads, freezes and moves the gateway's clock. */
  readonly clock: Omit<Own['clock'], 'advance'> & {
    /**
     * Advances the clock and runs every timer that falls due, in order and at its own time. Resolves when the deliveries
     * that the advance started have ended.
     *
     * A callback handler must respond before it moves the clock. Otherwise the attempt fails after 8 s, because the move
     * waits for the response.
     *
     * @param by duration in `s`, `m`, `h` or `d`, or a combination: `31m`, `1h30m`
     */
    advance(by: Duration): ReturnType<Own['clock']['advance']>;
  };
  /** Lists and removes locks of IP addresses after wrong signatures. */
  readonly locks: Omit<Own['locks'], 'lift' | 'liftAll'> & {
    /** Removes the lock of one IP address, or all locks, and resets the count of wrong signatures. */
    lift(ip?: string): Promise<void>;
  };
  /** Calls a listener for each request, order change, callback, clock move and fault. */
  readonly events: ControlGateway['events'];
}

/**
 * Creates all control calls as methods. A call that writes resolves when the change is on disk.
 */
export function createControls(gateway: ControlGateway): Controls {
  const methods = methodsOf(gateway, controlCalls) as Own;
  const { clock, locks } = methods;
  return {
    ...methods,
    clock: { ...clock, advance: (by) => clock.advance({ by }) },
    locks: { list: locks.list, lift: (ip) => (ip === undefined ? locks.liftAll() : locks.lift(ip)) },
    events: gateway.events,
  };
}

function methodsOf(gateway: ControlGateway, group: object): object {
  const methods = Object.entries(group).map(([name, entry]) => [
    name,
    isCall(entry) ? methodOf(gateway, entry) : methodsOf(gateway, entry),
  ]);
  return Object.fromEntries(methods);
}

function methodOf(gateway: ControlGateway, call: ControlCall): (...args: readonly unknown[]) => unknown {
  const parts = [
    ...(call.route.includes(':id') ? ['id'] : []),
    ...(call.body === undefined ? [] : ['body']),
    ...(call.query === undefined ? [] : ['query']),
  ];
  const inputOf = (args: readonly unknown[]) =>
    parseCall(call, Object.fromEntries(parts.map((part, at) => [part, args[at]])));
  const takesInput = call.body !== undefined || call.query !== undefined;
  // Wrong input rejects the promise.
  return takesInput
    ? async (...args) => call.run(gateway, inputOf(args))
    : (...args) => call.run(gateway, inputOf(args));
}
