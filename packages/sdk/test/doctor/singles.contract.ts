import { explainSignature } from '@inrgate/sdk/doctor';
import { describe, expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { draws } from './generator.ts';
import { wrongClients } from './wrong-clients.ts';

/** Expects that the doctor names each client's mistake in `count` requests. */
export function singlesAreNamed(count: number): void {
  describe('a single mistake [contract:doctor.mistakes]', () => {
    it.each(wrongClients.map((client, at) => [client.id, client.name, client, at] as const))(
      'the doctor names the single mistake %s: %s',
      (id, _name, client, at) => {
        const cases = casesOf([client], draws(1000 + at), count);
        expect(cases).toHaveLength(count);
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
}
