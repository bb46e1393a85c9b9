/** The values that `${{ … }}` can refer to. Example: `{ inputs: { port: '4300' }, env: … }`. */
export type Contexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Replaces each `${{ name }}` with its value. Replaces an unknown name with an empty string, as GitHub does. */
export function expand(text: string, contexts: Contexts): string {
  return text.replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_all, name: string) => lookUp(name, contexts));
}

/**
 * Returns whether a step runs. Supports only comparisons of a name with a string.
 *
 * @throws {Error} for any other expression
 */
export function holds(condition: string | undefined, contexts: Contexts): boolean {
  if (condition === undefined) return true;
  const [, name = '', operator, text] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`the condition ${condition} is not emulated`);
  return (lookUp(name, contexts) === text) === (operator === '==');
}

function lookUp(name: string, contexts: Contexts): string {
  const outputs = /^steps\.([\w-]+)\.outputs\.([\w-]+)$/.exec(name);
  const [, context = '', key = ''] = outputs ?? /^([\w]+)\.([\w-]+)$/.exec(name) ?? [];
  const values = contexts[outputs === null ? context : `steps.${context}`];
  if (key === '' || (outputs === null && values === undefined)) throw new Error(`${name} is not emulated`);
  return values?.[key] ?? '';
}
