import { expect, it } from 'vitest';
import { phpSuffix, v1Routes, v3Routes } from './routes.ts';

it('each v1 path ends in .php, the optional suffix of v3 paths', () => {
  expect(phpSuffix).toBe('.php');
  for (const { path } of Object.values(v1Routes)) expect(path.endsWith(phpSuffix)).toBe(true);
});

it('each endpoint has the path and the keys of the specification', () => {
  const routes = Object.values({ ...v3Routes, ...v1Routes });
  expect(routes.map(({ method, path, keys }) => [method, path, ...keys])).toEqual([
    ['POST', '/payin', 'mchKey'],
    ['POST', '/check-order-status', 'mchKey', 'mchSecret'],
    ['POST', '/payout', 'mchSecret'],
    ['POST', '/check-gateway-balance', 'mchSecret'],
    ['POST', '/create-link.php', 'mchSecret'],
    ['GET', '/link-status.php', 'mchSecret'],
  ]);
});
