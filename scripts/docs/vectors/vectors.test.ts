import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { vectors, vectorsFile } from '../../../test/vectors.ts';
import { vectorsText } from './vectors.ts';

const { signatures, alternativeSignatures, requests, callbacks, merchant } = vectors;
const all = [...signatures, ...alternativeSignatures, ...requests, ...callbacks];

describe('reference/vectors.json', () => {
  it('the vectors file matches the requests and callbacks that vitest -u generates', async () => {
    await expect(vectorsText()).toMatchFileSnapshot(vectorsFile);
  });

  it('the vectors file matches its schema', () => {
    const schema: object = JSON.parse(readFileSync(vectorsFile.replace('.json', '.schema.json'), 'utf8'));
    const validate = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false }).compile(schema);
    validate(vectors);
    expect(validate.errors).toBeNull();
  });

  it('each vector in the file has a unique id, and each list contains every result', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    for (const list of [signatures, requests, callbacks]) {
      expect(new Set(list.map(({ result }) => result))).toEqual(new Set(['valid', 'invalid', 'acceptable']));
    }
  });

  it.each([...signatures, ...alternativeSignatures])(
    'the signature of the vector $id is the MD5 of its canonical string',
    ({ canonical, sign }) => {
      expect(createHash('md5').update(canonical).digest('hex')).toBe(sign.toLowerCase());
    },
  );
});

it('the mock gateway accepts the valid vectors and rejects the other vectors with their error', async () => {
  const gateway = await createMockGateway({
    merchants: [merchant],
    settings: { rateLimitPerMinute: null, signatureLock: null },
  });
  const responses = await Promise.all(
    requests.map(async ({ id, endpoint, contentType, body }) => {
      const headers = { 'content-type': contentType };
      const response = await gateway.fetch(`${gateway.baseUrl}/${endpoint}`, {
        method: 'POST',
        headers,
        body,
      });
      const { error } = (await response.json()) as { readonly error?: string };
      return { id, status: response.status === 200 ? 200 : 'refused', error };
    }),
  );
  await gateway.close();
  expect(responses).toEqual(
    requests.map(({ id, error }) => ({ id, status: error === undefined ? 200 : 'refused', error })),
  );
});
