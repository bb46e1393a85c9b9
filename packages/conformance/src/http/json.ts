/** A JSON object that the other side sent. */
export type Json = Readonly<Record<string, unknown>>;

/** Returns the value if it is a JSON object, or null for a list or any other value. */
export function objectOf(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Parses a JSON object. Returns null for any other string. */
export function parsedObject(text: string): Json | null {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return null;
  }
}
