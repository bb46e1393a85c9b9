import * as z from 'zod/mini';
import { flag, optionalText, received, textOf } from './received.ts';

const optionalNumber = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.transform((value) =>
    /^[0-9]{1,9}$/.test(textOf(value) ?? '') ? Number(value) : undefined,
  ),
);

/** The tolerant schema of a v3 response. It accepts unknown codes, and a `code` that differs from the HTTP status. */
export const v3EnvelopeReceived = /* @__PURE__ */ received(() => ({
  success: flag,
  code: optionalNumber,
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));

/** The tolerant schema of a v1 response. */
export const v1EnvelopeReceived = /* @__PURE__ */ received(() => ({
  ok: flag,
  message: optionalText,
  error: optionalText,
  data: z.optional(z.unknown()),
}));
