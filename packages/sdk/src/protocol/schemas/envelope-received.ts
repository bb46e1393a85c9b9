import * as z from 'zod/mini';
import { optionalText, received } from './received.ts';

/** The tolerant reading of a v3 answer: unknown codes pass, and `code` may disagree with the HTTP status. */
export const v3EnvelopeReceived = /* @__PURE__ */ received(() => ({
  success: z.boolean(),
  code: z.optional(z.number()),
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));
/** A v3 answer as read. Its `data` is still to be read, by the reading of what was asked for. */
export type V3EnvelopeReceived = z.output<typeof v3EnvelopeReceived>;

/** The tolerant reading of a v1 answer. */
export const v1EnvelopeReceived = /* @__PURE__ */ received(() => ({
  ok: z.boolean(),
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));
/** A v1 answer as read. Its `data` is still to be read, by the reading of a link. */
export type V1EnvelopeReceived = z.output<typeof v1EnvelopeReceived>;
