import { CheckError } from '../../findings/check-error.ts';
import type { Json } from '../../http/json.ts';
import type { GatewaySetup } from '../options.ts';

export interface ControlAnswer {
  readonly status: number;
  readonly data: Json;
}

/** Client for a mock gateway's control API. */
export class Control {
  readonly #setup: GatewaySetup;

  constructor(setup: GatewaySetup) {
    this.#setup = setup;
  }

  /** @throws {CheckError} `refused` if the call fails */
  async done(method: string, path: string, body?: object): Promise<Json> {
    const { status, data } = await this.tried(method, path, body);
    if (status < 300) return data;
    const { error, message } = data;
    throw new CheckError(
      'refused',
      `the control API rejects ${method} ${path} (${status}${typeof error === 'string' ? ` ${error.slice(0, 40)}` : ''})${typeof message === 'string' ? `: ${message.slice(0, 120)}` : ''}`,
    );
  }

  /** @throws {CheckError} `not_a_gateway` for an unreachable server, or a server without a control API */
  async tried(method: string, path: string, body?: object): Promise<ControlAnswer> {
    const { controlUrl, controlToken, signal } = this.#setup;
    const none = `no control API exists at ${controlUrl}; use the level mock only with a mock gateway`;
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
