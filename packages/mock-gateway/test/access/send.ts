import { request as httpRequest, type OutgoingHttpHeaders, type RequestOptions } from 'node:http';
import { controlRoutes } from '../../src/control/calls.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Where to connect: the gateway's port, the port of a relay, or the socket of a proxy. */
export type Target = Pick<RequestOptions, 'port' | 'socketPath' | 'host'>;

/** Sends a request with exactly these headers, including `Host`, on its own connection. */
export function send(
  target: Target,
  [method, path]: readonly [method: string, path: string],
  headers: OutgoingHttpHeaders = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', ...target, method, path, headers, agent: false };
    const request = httpRequest(options, (response) => {
      const chunks: Uint8Array[] = [];
      response.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

/** Every call of the control API, with ids in the paths. */
export const everyControlCall: readonly (readonly [method: string, path: string])[] = [
  ...controlRoutes.map(({ method, path }) => [method, `/_mock${path.replace(':id', 'DEMO1001')}`] as const),
  ['GET', '/_mock/events'],
  ['GET', '/_mock/openapi.json'],
  ['GET', '/_mock/nothing'],
];
