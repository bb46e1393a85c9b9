import { parseFlat, textParams } from '@inrgate/sdk/protocol';
import { CheckError } from '../../findings/check-error.ts';
import type { Json } from '../../http/json.ts';
import { headerOf, type SeenCallback } from '../../traffic/exchange.ts';
import type { Keys } from '../merchant.ts';
import type { GatewaySetup } from '../options.ts';
import { Control } from './control.ts';
import { Receiver } from './receiver.ts';

/** A received callback with its fields. */
export interface ReceivedCallback {
  readonly seen: SeenCallback;
  readonly path: string;
  readonly fields: ReadonlyMap<string, string>;
}

/** The check's own merchants at a mock gateway, and a receiver for their callbacks. */
export class Stage {
  readonly control: Control;
  readonly receiver: Receiver;

  private constructor(control: Control, receiver: Receiver) {
    this.control = control;
    this.receiver = receiver;
  }

  /** @throws {CheckError} if the control API is missing or inaccessible */
  static async open(setup: GatewaySetup): Promise<Stage> {
    const control = new Control(setup);
    await control.done('GET', '/health');
    return new Stage(control, await Receiver.open());
  }

  /** Creates a merchant for the check with these fields. */
  async merchant(fields: object = {}): Promise<Keys> {
    const callbackUrl = `${this.receiver.url}/saved`;
    const made = await this.control.done('POST', '/merchants?keys=true', { callbackUrl, ...fields });
    return { mchId: text(made, 'mchId'), mchKey: text(made, 'mchKey'), mchSecret: text(made, 'mchSecret') };
  }

  /** Waits until all deliveries have ended. Returns the callbacks since the previous call. */
  async told(): Promise<readonly ReceivedCallback[]> {
    await this.control.done('POST', '/callbacks/settle', { timeoutMs: 10_000 });
    return this.receiver.take().map((seen) => ({ seen, path: seen.request.path, fields: fieldsOf(seen) }));
  }

  /** Moves the gateway's clock forward by a duration. Example: `31m`. */
  async advance(by: string): Promise<void> {
    await this.control.done('POST', '/clock/advance', { by });
  }

  close(): void {
    this.receiver.close();
  }
}

function fieldsOf({ request }: SeenCallback): ReadonlyMap<string, string> {
  try {
    return textParams(parseFlat(request.body, headerOf(request, 'content-type')));
  } catch {
    return new Map();
  }
}

function text(data: Json, field: string): string {
  const value = data[field];
  if (typeof value === 'string') return value;
  throw new CheckError('not_a_gateway', `the control API returned a merchant without ${field}`);
}
