import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { hasRuntimes } from '../../../test/runtimes.ts';
import { temporaryFolder } from '../../../test/server-process.ts';
import { insteadOfGateway, run } from './shop.ts';
import { trackTests } from './test-end.ts';

trackTests();

const tutorials = [
  {
    language: 'python',
    file: 'gateway.py',
    program: 'python3',
    args: ['-B', '-c', 'from gateway import *; print(create_payin(mchOrderNo="FIRST-1", amount="500.00"))'],
  },
  {
    language: 'php',
    file: 'gateway.php',
    program: 'php',
    args: [
      '-r',
      'require "gateway.php"; print_r(createPayin(["mchOrderNo" => "FIRST-1", "amount" => "500.00"]));',
    ],
  },
] as const;

function fileOf(language: string, name: string): string {
  const page = path.join(import.meta.dirname, `../../../docs/tutorial/${language}.md`);
  const fence = `\`\`\`${language} [${name}]\n`;
  const [, rest = ''] = readFileSync(page, 'utf8').split(fence);
  return rest.slice(0, rest.indexOf('\n```'));
}

describe.each(tutorials)('the client of the tutorial in $language', ({ language, file, program, args }) => {
  let answered: string[];

  /** Runs the program that creates the first pay-in, at a gateway that redirects every request to another server. */
  async function first(settings: Readonly<Record<string, string>> = {}) {
    const folder = await temporaryFolder('tutorial');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(path.join(folder, file), fileOf(language, file));
    const data = { mchOrderNo: 'FIRST-1', amount: '500.00', status: 'pending', pay_url: 'http://x.invalid/' };
    const elsewhere = await insteadOfGateway((_request, response) => {
      answered.push('elsewhere');
      response.end(JSON.stringify({ code: 200, success: true, message: 'Success', data }));
    });
    const { baseUrl } = await insteadOfGateway((_request, response) => {
      answered.push('gateway');
      response.writeHead(302, { location: `${elsewhere.baseUrl}/payin` }).end();
    });
    // Run programs in the folder of the file.
    const inFolder = ['-c', 'cd "$0" && exec "$@"', folder, program, ...args] as const;
    return run(['sh', ...inFolder], [], { INRGATE_BASE_URL: baseUrl, ...settings });
  }

  beforeEach(() => {
    answered = [];
  });

  test.runIf(hasRuntimes(language))('the tutorial client does not follow a redirect', async () => {
    expect(await first()).toMatchObject({
      code: expect.not.toBeOneOf([0]),
      stdout: expect.not.stringContaining('pending'),
    });
    expect(answered).toEqual(['gateway']);
  });

  test.runIf(hasRuntimes(language))('the tutorial client does not sign a request without a key', async () => {
    expect(await first({ INRGATE_MCH_KEY: '' })).toMatchObject({
      code: expect.not.toBeOneOf([0]),
      stderr: expect.stringContaining('INRGATE_MCH_KEY is not set'),
    });
    expect(answered).toEqual([]);
  });
});
