const unreached = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/** Error codes of a failed TLS handshake. At this point the client has not yet written the request. */
const untrusted = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

export interface Diagnosis {
  /** The system's error code, for example `ECONNRESET`, or undefined if the error has none. */
  readonly code: string | undefined;
  /** True if no request can have reached the gateway. */
  readonly notSent: boolean;
  /** True if an immediate retry would fail in the same way. */
  readonly permanent: boolean;
}

/** Reads the chain of causes. `notSent` needs proof, because an open connection may have carried the request. */
export function diagnose(cause: unknown): Diagnosis {
  for (let error = cause, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth += 1) {
    // An AggregateError contains one error for each IP address, and repeats the code of one of these errors.
    if (error instanceof AggregateError) {
      const each = error.errors.map(diagnose);
      return {
        code: codeOf(error) ?? each[0]?.code,
        notSent: each.length > 0 && each.every((one) => one.notSent),
        permanent: each.length > 0 && each.every((one) => one.permanent),
      };
    }
    const code = codeOf(error);
    // `fetch` refuses some ports, for example 6666, before it opens a connection (fetch.spec.whatwg.org/#port-blocking).
    if (error.message === 'bad port') return { code, notSent: true, permanent: true };
    if (code === undefined) continue;
    // A proxy refused the tunnel to the gateway. Other aborted requests have the same code.
    if (code === 'UND_ERR_ABORTED' && error.message.startsWith('Proxy response')) {
      return { code, notSent: true, permanent: false };
    }
    const permanent = untrusted.has(code);
    return { code, permanent, notSent: permanent || unreached.has(code) || isConnecting(error) };
  }
  return { code: undefined, notSent: false, permanent: false };
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** ETIMEDOUT and EHOSTUNREACH also occur on established connections, so the system call decides. */
function isConnecting(error: Error): boolean {
  return 'syscall' in error && (error.syscall === 'connect' || error.syscall === 'getaddrinfo');
}
