import { copied } from '../http/core/exchange.ts';

/**
 * Stores a value as the most recently used one. Above `most` values, deletes the least recently used. Copies the name,
 * because a substring would keep the whole request in memory.
 */
export function remember<Value>(values: Map<string, Value>, name: string, value: Value, most: number): void {
  if (!values.delete(name) && values.size >= most) {
    for (const oldest of values.keys()) {
      values.delete(oldest);
      break;
    }
  }
  values.set(copied(name), value);
}
