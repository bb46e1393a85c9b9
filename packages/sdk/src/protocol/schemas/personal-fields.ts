import type { RequestField } from './request-field.ts';
import { v1Requests } from './v1-requests.ts';
import { v3Requests } from './v3-requests.ts';

const requests: readonly { readonly fields: readonly RequestField<string>[] }[] = [
  ...Object.values(v3Requests),
  ...Object.values(v1Requests),
];

/** Names and aliases of all request parameters with personal values. No log contains these values. */
export const personalFields: readonly string[] = [
  ...new Set(
    requests
      .flatMap(({ fields }) => fields)
      .filter(({ personal = 'none' }) => personal !== 'none')
      .flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias])),
  ),
];
