import { CheckError } from '../../findings/check-error.ts';
import type { Json } from '../../traffic/answered.ts';
import type { GatewaySetup } from '../options.ts';

/** What the control API answered. */
export interface ControlAnswer {
  readonly status: number;
  readonly data: Json;
}

/** The control API of a mock gateway, as far as a check needs it. */
export class Control {
  readonly #setup: GatewaySetup;

  constructor(setup: GatewaySetup) {
    this.#setup = setup;
  }

  /** @throws {CheckError} `refused` for anything but a success */
  async done(method: string, path: string, body?: object): Promise<Json> {
    const { status, data } = await this.tried(method, path, body);
    if (status < 300) return data;
    const { error, message } = data;
    throw new CheckError(
      'refused',
      `the control API refuses ${method} ${path} (${status}${typeof error === 'string' ? ` ${error.slice(0, 40)}` : ''})${typeof message === 'string' ? `: ${message.slice(0, 120)}` : ''}`,
    );
  }

  /** @throws {CheckError} `not_a_gateway` when it is none, or nobody is there */
  async tried(method: string, path: string, body?: object): Promise<ControlAnswer> {
    const { controlUrl, controlToken, signal } = this.#setup;
    const none = `there is no control API at ${controlUrl}: the level mock is for a mock gateway`;
    try {
      const response = await this.#setup.fetch(`${controlUrl}${path}`, {
        method,
        redirect: 'manual',
        signal,
        headers: {
          'content-type': 'application/json',
          ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const data: unknown = text === '' ? {} : JSON.parse(text);
      if (typeof data !== 'object' || data === null) throw new CheckError('not_a_gateway', none);
      return { status: response.status, data: data as Json };
    } catch (cause) {
      signal.throwIfAborted();
      throw cause instanceof CheckError ? cause : new CheckError('not_a_gateway', none, { cause });
    }
  }
}
