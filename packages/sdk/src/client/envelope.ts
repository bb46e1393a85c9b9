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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
