import * as z from 'zod';
import { exactObject, type Written } from './exact.ts';
import { linkCallbackFields, linkCreatedFields, linkFields, linkFoundFields } from './link-fields.ts';

/** Strict schema of the status of a link. */
export const linkStatus = z.enum(linkFields.status.words);

/** Data of a link in every response. */
export type LinkData = Written<typeof linkFields>;
/** The `data` that `create-link` returns. */
export type LinkCreatedData = LinkData & Written<typeof linkCreatedFields>;
/** The `data` that `link-status` returns. */
export type LinkFoundData = LinkData & Written<typeof linkFoundFields>;

/** A link as `create-link` returns it (spec: Legacy payment link). */
export const linkCreated = exactObject({ ...linkFields, ...linkCreatedFields });

/** A link as `link-status` returns it. */
export const linkFound = exactObject({ ...linkFields, ...linkFoundFields });

/** The callback of a paid link (spec: Legacy webhook). */
export const linkCallback = exactObject(linkCallbackFields);
