import { z } from 'zod';

export const text = z.string();
export const flag = z.boolean();
export const count = z.number();
export const textOrNull = text.nullable();
export const texts = z.array(text);
