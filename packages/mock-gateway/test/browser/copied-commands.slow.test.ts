import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { delimiter } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GatewayClient } from '@inrgate/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hasRuntimes, type RuntimeName } from '../../../../test/runtimes.ts';
import { temporaryFolder } from '../../../../test/server-process.ts';
import { askingFor, type Recipes, repeating } from '../../dashboard/src/copy.ts';
import type { MockGateway } from '../../src/index.ts';
import { callerOf, listenGateway, Orders } from '../scenarios/harness.ts';

type Answer = Readonly<Record<string, unknown>>;
type Runner = (gateway: MockGateway, recipes: Recipes | null) => Promise<Answer>;

const commands = fileURLToPath(new URL('../../../../node_modules/.bin', import.meta.url));

/**
 * Runs the copied line in a shell, in which the merchant's keys are set and the command is available. Returns the
 * output.
 */
async function run(gateway: MockGateway, line = ''): Promise<Answer> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env: environmentOf(gateway) });
  return JSON.parse(stdout);
}

function environmentOf({ merchant }: MockGateway): NodeJS.ProcessEnv {
  const { mchId, mchKey, mchSecret } = merchant;
  const keys = { INRGATE_MCH_ID: mchId, INRGATE_MCH_KEY: mchKey, INRGATE_MCH_SECRET: mchSecret };
  return { ...process.env, ...keys, PATH: `${commands}${delimiter}${process.env['PATH']}` };
}

/** Returns the data in the response of either API. */
const byCurl: Runner = async (gateway, recipes) => {
  const { data } = await run(gateway, recipes?.curl);
  return data as Answer;
};

const byCommand: Runner = (gateway, recipes) => run(gateway, `${recipes?.cli} --json`);

/** Runs the code in a function with the client, after removing its types. */
const byClient: Runner = async ({ merchant, baseUrl, legacyBaseUrl }, recipes) => {
  const client = new GatewayClient({ ...merchant, baseUrl, legacyBaseUrl });
  const { name = '' } = /^const (?<name>\w+) =/.exec(recipes?.typescript ?? '')?.groups ?? {};
  const play = new Function('client', `return (async () => { ${recipes?.typescript} return ${name}; })()`);
  return play(client);
};

/** Creates the recipes that repeat the last logged request. */
async function lastAgain(gateway: MockGateway): Promise<Recipes | null> {
  const [{ id } = { id: '' }] = (await gateway.requests.list({ limit: 1 })).items;
  const request = await gateway.requests.get(id);
  return repeating({ ...request, signedWith: request.signature?.key ?? null }, gateway.url);
}

/** Creates a runner that passes a program through standard input. */
const byProgram =
  (command: 'php' | 'python3', language: 'php' | 'python'): Runner =>
  async (gateway, recipes) => {
    const running = promisify(execFile)(command, { env: environmentOf(gateway) });
    running.child.stdin?.end(recipes?.[language]);
    const { data } = JSON.parse((await running).stdout) as { readonly data: Answer };
    return data;
  };

const needed: Readonly<Record<string, RuntimeName>> = { curl: 'sh', PHP: 'php', Python: 'python' };

describe.each([
  ['curl', byCurl],
  ['PHP', byProgram('php', 'php')],
  ['Python', byProgram('python3', 'python')],
  ['command', byCommand],
  ['TypeScript', byClient],
] as const)('copied %s', (how, play) => {
  const runtime = needed[how];
  const itRuns = it.runIf(runtime === undefined || hasRuntimes(runtime));
  const isBare = runtime !== undefined;

  itRuns('the copied command queries a pay-in, a payout and a link', async () => {
    const gateway = await listenGateway();
    const orders = new Orders(gateway);
    const { mchId } = gateway.merchant;
    const ask = (kind: 'payins' | 'payouts' | 'links', id: string) =>
      play(gateway, askingFor({ kind, id, mchId }, gateway.url));
    const payin = await orders.payin();
    expect(await ask('payins', payin)).toMatchObject({ orderNo: payin });
    const payout = await orders.payout();
    expect(await ask('payouts', payout)).toMatchObject({ orderNo: payout });
    const link = await orders.link();
    const name = isBare ? 'link_code' : 'linkCode';
    expect(await ask('links', link)).toMatchObject({ [name]: link });
  });

  itRuns('the copied command works with any characters in the keys and the query', async () => {
    const merchant = { mchId: 'M1', mchKey: `a+b&c=%d"'\\n$HOME`, mchSecret: `e%s'"\\t&f+g` };
    const gateway = await listenGateway({ merchants: [merchant] });
    const shop = { ...gateway, merchant } as MockGateway;
    const link = { kind: 'links', id: 'L%41\\n&', mchId: 'M1' } as const;
    await play(shop, askingFor(link, gateway.url)).catch(() => null);
    const [asked] = (await gateway.requests.list({ limit: 1 })).items;
    expect(asked).toMatchObject({ endpoint: 'link-status', error: 'not_found', mchId: 'M1' });
  });

  itRuns('the copied command repeats a request with any content', async () => {
    const gateway = await listenGateway();
    const caller = callerOf(gateway);
    const extra = `it's 100% $HOME "\\ \`date\` नमस्ते`;
    await caller.payin({
      mchOrderNo: 'A:1/#',
      extra,
      notifyUrl: 'http://shop.example/cb?a=1&b=%20',
      unknown: '1',
    });
    expect(await play(gateway, await lastAgain(gateway))).toMatchObject({ extra, duplicate: true });
    await caller.createLink({ amount: '500.00', client_ref: 'R 1', note: extra });
    const name = isBare ? 'client_ref' : 'clientRef';
    expect(await play(gateway, await lastAgain(gateway))).toMatchObject({ [name]: 'R 1' });
    await caller.balance();
    expect(await play(gateway, await lastAgain(gateway))).toMatchObject({ currency: 'INR' });
  });
});

// Only two programs, because the start of a compiler takes longer than all other copied commands.
it.runIf(hasRuntimes('java'))(
  'the copied Java program sends any content and any characters of a key',
  async () => {
    const folder = await temporaryFolder('copied-java');
    onTestFinished(() => rm(folder, { recursive: true }));
    const play = async (gateway: MockGateway, recipes: Recipes | null) => {
      await writeFile(`${folder}/Call.java`, recipes?.java ?? '');
      const options = { env: environmentOf(gateway), cwd: folder };
      return JSON.parse((await promisify(execFile)('java', ['Call.java'], options)).stdout);
    };
    const merchant = { mchId: 'M1', mchKey: `a+b&c=%d"'\\n$HOME`, mchSecret: `e%s'"\\t&f+g` };
    const gateway = await listenGateway({ merchants: [merchant] });
    const shop = { ...gateway, merchant } as MockGateway;
    const extra = `it's 100% $HOME "\\u0041 \`date\` नमस्ते`;
    await callerOf(gateway).payin({
      mchOrderNo: 'A:1/#',
      extra,
      notifyUrl: 'http://shop.example/cb?a=1&b=%20',
    });
    expect(await play(shop, await lastAgain(gateway))).toMatchObject({ data: { extra, duplicate: true } });
    const link = await new Orders(gateway).link();
    const query = askingFor({ kind: 'links', id: link, mchId: 'M1' }, gateway.url);
    expect(await play(shop, query)).toMatchObject({ data: { link_code: link } });
  },
);
