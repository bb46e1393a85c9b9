import { expect, it } from 'vitest';
import { foreignWords, wholeConfig, wrongInputs } from '../../../test/wrong-inputs.ts';
import { configSchema } from '../src/configuration/options.ts';
import { controlRoutes } from '../src/control/calls.ts';
import { parseInput } from '../src/control/input.ts';
import { parseConfig } from '../src/seed.ts';

function rejectionsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

it('configuration errors contain no terms of the schema library', () => {
  expect(configSchema.safeParse(wholeConfig)).toMatchObject({ success: true });
  const rejections = wrongInputs(wholeConfig).flatMap((wrong) =>
    rejectionsOf(() => parseConfig(wrong as object)),
  );
  expect(rejections.length).toBeGreaterThan(150);
  expect(rejections.filter((message) => foreignWords.test(message) || message === '')).toEqual([]);
});

it("errors about a control call's body or query contain no terms of the schema library", () => {
  const rejections = controlRoutes.flatMap(({ body, query }) => {
    const inBody = body === undefined ? [] : Object.values(body.examples).flatMap(wrongInputs);
    const named = Object.fromEntries(Object.keys(query?.shape ?? {}).map((name) => [name, 'x']));
    return [
      ...inBody.flatMap((wrong) => rejectionsOf(() => body && parseInput(body.schema, wrong))),
      ...wrongInputs(named).flatMap((wrong) => rejectionsOf(() => query && parseInput(query, wrong))),
    ];
  });
  expect(rejections.length).toBeGreaterThan(500);
  expect(rejections.filter((message) => foreignWords.test(message) || message === '')).toEqual([]);
});
