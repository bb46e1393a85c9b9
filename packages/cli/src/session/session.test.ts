import { expect, test } from 'vitest';
import { Session } from './session.ts';

test('a suggested command contains the gateway and the merchant of the session', () => {
  const session = new Session({ mchId: 'SHOP 1', baseUrl: 'http://127.0.0.1:4301/v3' }, {});
  expect(session.commandLine('payin', 'get')).toBe(
    "inrgate payin get --base-url http://127.0.0.1:4301/v3 --mch-id 'SHOP 1'",
  );
});

test('a suggested command is one line for any order number of the gateway', () => {
  const line = new Session({}, {}).commandLine('mock', 'pay', 'PI1\nrm -rf ~');
  expect(line).toBe("inrgate mock pay 'PI1\\u{a}rm -rf ~'");
});
