import { v1EnvelopeReceived, v3EnvelopeReceived } from '../protocol/schemas/envelope-received.ts';

/** What both APIs say around their data (spec: Conventions; Legacy payment link). */
export interface Envelope {
  readonly ok: boolean;
  /** The API's error code. */
  readonly error: string | undefined;
  /** v3 only; mirrors the HTTP status. */
  readonly code: number | undefined;
  readonly message: string | undefined;
  readonly data: unknown;
}

/** Reads the envelope of an answer; undefined when it is not one. */
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

/** `JSON.parse` as it is since ES2026 and in Node 22; where there is no `context`, a number is one. */
type ParseJson = (
  text: string,
  revive: (name: string, value: unknown, context?: { readonly source?: string }) => unknown,
) => unknown;

/** Numbers are read as their text: a long order number would lose its last digits. */
function parseJson(text: string): unknown {
  try {
    return (JSON.parse as ParseJson)(text, (_name, value, context) =>
      typeof value === 'number' ? (context?.source ?? value) : value,
    );
  } catch {
    return undefined;
  }
}
