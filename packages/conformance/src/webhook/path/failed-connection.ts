import net from 'node:net';
import tls from 'node:tls';
import { callbackTimeoutMs } from '@inrgate/sdk/protocol';
import { hostLookup } from '../../delivery/http-sender.ts';
import type { PathId } from './obstacle.ts';

/** The part of the path at which a connection fails, or null if it opens. */
type Stage = Extract<PathId, 'path-dns' | 'path-connect' | 'path-tls'> | null;

interface Limits {
  /**
   * Timeout of a callback. A connection may take at least as long as the gateway's timeout, because a shorter timeout
   * would hide the reason.
   */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Opens a connection and sends no request. Returns the part of the path that stops the connection. Does not verify
 * certificates.
 */
export function stoppedAt(url: URL, { timeoutMs, signal }: Limits): Promise<Stage> {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isName = net.isIP(host) === 0;
  const target = { host, port: Number(url.port || (isSecure ? 443 : 80)), lookup: hostLookup };
  return new Promise((resolve) => {
    let stage: Stage = isName ? 'path-dns' : 'path-connect';
    const socket = isSecure
      ? tls.connect({ ...target, rejectUnauthorized: false, ...(isName && { servername: host }) })
      : net.connect(target);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      socket.destroy();
      resolve(stage);
    };
    const timer = setTimeout(end, Math.max(timeoutMs, callbackTimeoutMs));
    signal.addEventListener('abort', end);
    const pass = (next: Stage) => () => {
      stage = next;
      if (next === null) end();
    };
    socket
      .on('lookup', (error) => error ?? pass('path-connect')())
      .on('connect', pass(isSecure ? 'path-tls' : null))
      .on('secureConnect', pass(null))
      .on('error', end)
      .on('close', end);
  });
}

/** Returns whether the port of an http URL expects TLS. */
export async function expectsTls(url: URL, limits: Limits): Promise<boolean> {
  const secure = new URL(url);
  const { port } = url;
  secure.protocol = 'https:';
  secure.port = port || '80';
  return (await stoppedAt(secure, limits)) === null;
}
