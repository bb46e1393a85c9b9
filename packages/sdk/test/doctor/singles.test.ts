import { explainSignature } from '@inrgate/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { draws } from './generator.ts';
import { wrongClients } from './wrong-clients.ts';

describe('a single mistake is named [contract:doctor.mistakes]', () => {
  it.each(wrongClients.map((client, at) => [client.id, client.name, client, at] as const))(
    '%s: %s',
    (id, _name, client, at) => {
      const cases = casesOf([client], draws(1000 + at), 10);
      expect(cases).toHaveLength(10);
      for (const { parameters, options, keys } of cases) {
        const explanation = explainSignature(parameters, options);
        expect([explanation.verdict, explanation.mistakes.map((mistake) => mistake.id)]).toEqual([
          'explained',
          [id],
        ]);
        expect(JSON.stringify(explanation)).not.toContain(keys.right);
      }
    },
  );
});

/** In the middle, which every writing shows. */
function otherDigit(sign: string): string {
  const at = sign.length >> 1;
  return sign.slice(0, at) + (sign.charAt(at) === '1' ? '2' : '1') + sign.slice(at + 1);
}

it('a sign that is nearly that of a mistake is not explained [contract:doctor.nothing-false]', () => {
  for (const client of wrongClients.filter(({ does }) => does.write !== undefined)) {
    for (const { parameters, options } of casesOf([client], draws(9), 3)) {
      const { sign } = parameters as { readonly sign: string };
      const explanation = explainSignature(parameters, {
        ...options,
        sign: otherDigit(sign),
        maxHashes: 900,
      });
      expect(explanation.verdict, client.name).toBe('unexplained');
    }
  }
});
