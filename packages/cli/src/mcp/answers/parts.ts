import { z } from 'zod';

// What the tools answer, as their `outputSchema`. Clients refuse an answer that does not fit, so all of it is open: a later
// gateway answers more, has more states, and where a key stood is a mask. What a later gateway adds is optional here.

export const text = z.string();
export const flag = z.boolean();
export const count = z.number();
export const textOrNull = text.nullable();
export const texts = z.array(text);

/** A page of a list. */
export function pageOf<Item extends z.ZodType>(items: Item) {
  return z.looseObject({ items: z.array(items), nextCursor: textOrNull });
}

/** Why a tool has no answer. */
export const failure = z.looseObject({ error: text, message: text, next: text });
