import type { RequestField } from './request-field.ts';
import { v1Requests } from './v1-requests.ts';
import { v3Requests } from './v3-requests.ts';

const requests: readonly { readonly fields: readonly RequestField<string>[] }[] = [
  ...Object.values(v3Requests),
  ...Object.values(v1Requests),
];

/** The parameters of all requests, by their main names and aliases, whose values are somebody's own: no log has them. */
export const personalFields: readonly string[] = [
  ...new Set(
    requests
      .flatMap(({ fields }) => fields)
      .filter(({ personal = 'none' }) => personal !== 'none')
      .flatMap(({ name, alias }) => (alias === undefined ? [name] : [name, alias])),
  ),
];
