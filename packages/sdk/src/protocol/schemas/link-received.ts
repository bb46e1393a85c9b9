import { callbackTest } from './callback-identity.ts';
import { combined } from './field.ts';
import { linkCallbackFields, linkCreatedFields, linkFields, linkFoundFields } from './link-fields.ts';
import { receivedFields } from './received.ts';

/** The tolerant schema of a link, created or found. */
export const linkReceived = /* @__PURE__ */ receivedFields(
  combined(
    () =>
      ({
        ...linkFields,
        ...linkCreatedFields,
        ...linkFoundFields,
      }) as const,
  ),
);

/** The tolerant schema of a link's webhook. */
export const linkCallbackReceived = /* @__PURE__ */ receivedFields(
  combined(
    () =>
      ({
        ...callbackTest,
        ...linkCallbackFields,
      }) as const,
  ),
);
