import { callbackTest } from './callback-identity.ts';
import { combined } from './field.ts';
import { linkCallbackFields, linkCreatedFields, linkFields, linkFoundFields } from './link-fields.ts';
import { received } from './received.ts';

/** Reads a link of either response. */
export const linkReceived = /* @__PURE__ */ received(
  combined(
    () =>
      ({
        ...linkFields,
        ...linkCreatedFields,
        ...linkFoundFields,
      }) as const,
  ),
);

/** Reads a link callback. */
export const linkCallbackReceived = /* @__PURE__ */ received(
  combined(
    () =>
      ({
        ...callbackTest,
        ...linkCallbackFields,
      }) as const,
  ),
);
