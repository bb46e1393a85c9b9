import { callbackIdentity, callbackSign, callbackTest } from './schemas/callback-identity.ts';
import { combined } from './schemas/field.ts';
import { linkCallbackFields } from './schemas/link-fields.ts';
import { payinCallbackOwnFields } from './schemas/payin-fields.ts';
import { payoutCallbackOwnFields } from './schemas/payout-fields.ts';

const allFields = /* @__PURE__ */ combined(() => ({
  ...callbackIdentity,
  ...callbackTest,
  ...callbackSign,
  ...payinCallbackOwnFields,
  ...payoutCallbackOwnFields,
  ...linkCallbackFields,
}));

/** Field names of callbacks of any kind, including aliases (spec: Events). */
export const fieldNames: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Object.keys(allFields),
);
