import { expect, test } from 'vitest';
import type { Environment } from '../input/environment.ts';
import { type GlobalOptions, overridingVariables, settingsOf } from './settings.ts';

const shop = {
  baseUrl: 'https://shop.example/v3',
  legacyBaseUrl: 'https://shop.example/v1',
  mchId: 'SHOP1',
  mchKey: 'profile-key',
  mchSecret: 'profile-secret',
};

function settings(options: GlobalOptions, env: Environment, profile?: typeof shop) {
  return settingsOf({ options, env, profile });
}

test('the default settings use the demo merchant of the gateway on this machine', () => {
  expect(settings({}, {})).toEqual({
    baseUrl: 'http://127.0.0.1:4300/v3',
    legacyBaseUrl: 'http://127.0.0.1:4300/v1',
    mchId: 'DEMO1001',
    mchKey: 'demo-mch-key',
    mchSecret: 'demo-mch-secret',
    isDemo: true,
  });
});

test('a host name that ends in .localhost means this machine', () => {
  expect(settings({ baseUrl: 'http://gateway.localhost:4301/v3' }, {})).toMatchObject({
    legacyBaseUrl: 'http://gateway.localhost:4301/v1',
    isDemo: true,
  });
});

test('the settings prefer an option to the environment, and the environment to the profile', () => {
  const env = { INRGATE_BASE_URL: 'https://env.example/v3', INRGATE_MCH_ID: 'ENV1' };
  expect(settings({}, {}, shop)).toMatchObject({ baseUrl: 'https://shop.example/v3', mchId: 'SHOP1' });
  expect(settings({}, env, shop)).toMatchObject({ baseUrl: 'https://env.example/v3', mchId: 'ENV1' });
  const options = { baseUrl: 'https://option.example/v3', mchId: 'OPTION1' };
  expect(settings(options, env, shop)).toMatchObject(options);
});

test('an empty environment variable counts as absent', () => {
  expect(settings({}, { INRGATE_MCH_ID: '', INRGATE_MCH_KEY: '' })).toMatchObject({ isDemo: true });
});

test('the settings ignore white space around the value of a variable', () => {
  const env = { INRGATE_MCH_ID: ' SHOP2\r\n', INRGATE_MCH_KEY: 'env key\n', INRGATE_MCH_SECRET: ' \n' };
  expect(settings({}, env)).toMatchObject({ mchId: 'SHOP2', mchKey: 'env key', mchSecret: undefined });
  const same = { INRGATE_MCH_KEY: `${shop.mchKey}\n`, INRGATE_MCH_SECRET: ' ' };
  expect(overridingVariables({ env: same, profile: shop })).toEqual([]);
});

test('a key from the environment replaces only that key of the profile', () => {
  const env = { INRGATE_MCH_KEY: 'env-key' };
  expect(settings({}, env, shop)).toMatchObject({ mchKey: 'env-key', mchSecret: 'profile-secret' });
});

test('a call for another merchant does not use the keys of the profile', () => {
  const { mchKey, mchSecret } = settings({ mchId: 'OTHER1' }, {}, shop);
  expect({ mchKey, mchSecret }).toEqual({ mchKey: undefined, mchSecret: undefined });
});

test('an overridden v3 base URL disables the v1 base URL of the profile, because v1 sends the key', () => {
  const { legacyBaseUrl } = settings({ baseUrl: 'https://other.example/v3' }, {}, shop);
  expect(legacyBaseUrl).toBeUndefined();
});

test.each([
  ['another gateway', { baseUrl: 'https://gateway.example/v3' }, {}],
  ['another merchant', { mchId: 'SHOP1' }, {}],
  ['another key in the environment', {}, { INRGATE_MCH_KEY: 'some-key' }],
])('the settings do not use the demo keys for %s', (_case, options, env) => {
  const { isDemo, mchSecret } = settings(options, env);
  expect({ isDemo, mchSecret }).toEqual({ isDemo: false, mchSecret: undefined });
});

test('the settings reject an invalid base URL', () => {
  expect(() => settings({ baseUrl: 'localhost:4300' }, {})).toThrow('absolute http or https URL');
});

test('the settings list the variables that override the profile', () => {
  const env = { INRGATE_MCH_ID: 'SHOP1', INRGATE_MCH_KEY: 'env-key', INRGATE_BASE_URL: '' };
  expect(overridingVariables({ env, profile: shop })).toEqual(['INRGATE_MCH_KEY']);
});
