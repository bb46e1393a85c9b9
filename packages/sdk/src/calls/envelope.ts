import { v1EnvelopeReceived, v3EnvelopeReceived } from '../protocol/schemas/envelope-received.ts';

/** Fields around the data of both APIs (spec: Conventions; Legacy payment link). */
export interface Envelope {
  readonly ok: boolean;
  /** The API's error code. */
  readonly error: string | undefined;
  /** Only v3. Equals the HTTP status. */
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly data: unknown;
}

/** Reads the envelope of a response; undefined if the body is not one. */
export function readEnvelope(api: 'v1' | 'v3', text: string): Envelope | undefined {
  const json = parseJson(text);
  if (api === 'v3') {
    const { data: envelope } = v3EnvelopeReceived.safeParse(json);
    return envelope && { ...pick(envelope), ok: envelope.success, code: envelope.code };
  }
  const { data: envelope } = v1EnvelopeReceived.safeParse(json);
  return envelope && { ...pick(envelope), ok: envelope.ok, code: undefined };
}

function pick(envelope: { error?: string | undefined; message?: string | undefined; data?: unknown }) {
  return { error: envelope.error, message: envelope.message, data: envelope.data };
}

/** `JSON.parse` with the `context` argument of ES2026 and Node 22. Without `context`, numbers stay numbers. */
type ParseJson = (
  text: string,
  revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

/** Reads numbers as their literal strings, because a long order number would lose its last digits. */
function parseJson(text: string): unknown {
  try {
    return (JSON.parse as ParseJson)(text, (_name, value, context) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch {
    return undefined;
  }
}
