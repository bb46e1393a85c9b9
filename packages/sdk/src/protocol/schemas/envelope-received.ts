import * as z from 'zod/mini';
import { flag, optionalText, received, textOf } from './received.ts';

const optionalNumber = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.transform((value) =>
    /^[0-9]{1,9}$/.test(textOf(value) ?? '') ? Number(value) : undefined,
  ),
);

/** The tolerant reading of a v3 answer: unknown codes pass, and `code` may disagree with the HTTP status. */
export const v3EnvelopeReceived = /* @__PURE__ */ received(() => ({
  success: flag,
  code: optionalNumber,
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));
/** A v3 answer as read. Its `data` is still to be read, by the reading of what was asked for. */
export type V3EnvelopeReceived = z.output<typeof v3EnvelopeReceived>;

/** The tolerant reading of a v1 answer. */
export const v1EnvelopeReceived = /* @__PURE__ */ received(() => ({
  ok: flag,
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));
/** A v1 answer as read. Its `data` is still to be read, by the reading of a link. */
export type V1EnvelopeReceived = z.output<typeof v1EnvelopeReceived>;
