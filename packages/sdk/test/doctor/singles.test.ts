import { explainSignature } from '@inrgate/sdk/doctor';
import { expect, it } from 'vitest';
import { casesOf } from './cases.ts';
import { draws } from './generator.ts';
import { singlesAreNamed } from './singles.contract.ts';
import { wrongClients } from './wrong-clients.ts';

singlesAreNamed(4);

/** Changes a digit in the middle of the sign, which every format contains. */
function otherDigit(sign: string): string {
  const at = sign.length >> 1;
  return sign.slice(0, at) + (sign.charAt(at) === '1' ? '2' : '1') + sign.slice(at + 1);
}

it('the doctor does not explain a signature that differs in one digit from the signature of a mistake [contract:doctor.nothing-false]', () => {
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
