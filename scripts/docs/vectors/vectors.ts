import { demoCredentials } from '../../../packages/sdk/src/internal.ts';
import { type Vectors, vectors } from '../../../test/vectors.ts';
import { callbackVectors } from './callbacks.ts';
import { requestVectors } from './requests.ts';

/** Content of `docs/reference/vectors.json`. Keeps the published signatures. Requests and callbacks are generated. */
export function vectorsText({ signatures, alternativeSignatures }: Vectors = vectors): string {
  const { mchId, mchKey, mchSecret } = demoCredentials;
  const written: Vectors = {
    $schema: './vectors.schema.json',
    about: 'Test vectors of the gateway. See vectors.md. Keys belong to the demo merchant or were published.',
    merchant: { mchId, mchKey, mchSecret },
    signatures,
    alternativeSignatures,
    requests: requestVectors,
    callbacks: callbackVectors,
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
