// Folder http/adapters: one adapter for each transport: node:http, Express, fetch and MSW.

import { createRequire } from 'node:module';
import type express from 'express';
import type { Express } from 'express';
import { ConfigurationError } from '../../configuration/configuration-error.ts';
import type { WireRequest, WireResponse } from '../core/exchange.ts';
import { jsonResponse } from '../core/respond.ts';
import { respond, UnfinishedBodies } from './node-http.ts';
import { type ProxyTrust, trustedProxies } from './proxy-trust.ts';

/**
 * Creates an Express app from the gateway. Loads Express on demand, because a listening gateway does not need Express.
 *
 * @throws {ConfigurationError} for an invalid `trustProxy`, or if Express is not installed
 */
export function expressApp(
  answer: (request: WireRequest) => Promise<WireResponse>,
  { trustProxy = false }: ProxyTrust = {},
): Express {
  const app = loadExpress()();
  const unfinished = new UnfinishedBodies();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies(trustProxy));
  app.use(async (request, response) => {
    const { baseUrl, ip = '' } = request;
    const mounted = baseUrl === '' ? answer : async () => belowAPath(baseUrl);
    await respond(mounted, { request, response, caller: { ip, unfinished } });
  });
  return app;
}

/** The paths of the gateway are fixed, so below another path its payUrl and its pages would lead nowhere. */
function belowAPath(path: string): WireResponse {
  const message = `Mount the gateway at "/" instead of "${path}", for example on its own port.`;
  return jsonResponse(404, { error: 'not_found', message });
}

function loadExpress(): typeof express {
  try {
    return createRequire(import.meta.url)('express') as typeof express;
  } catch {
    throw new ConfigurationError('express', 'is not installed: npm install express');
  }
}
