import { defaultOrigin, isLoopback } from '@inrgate/sdk/basics';
import type { Command } from 'commander';
import { variables } from '../../input/environment.ts';
import { askKey, askText, canAsk, confirm } from '../../input/prompts.ts';
import { bold, fields } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import { type Profile, profilesFile, readProfiles, saveProfiles } from '../../session/profile-store.ts';
import { keyTitles, onCall, type Session } from '../../session/session.ts';
import { type GlobalOptions, givenOf, httpUrl } from '../../session/settings.ts';
import { withoutKeys } from '../../session/without-keys.ts';

interface AddOptions extends GlobalOptions {
  readonly fromEnv?: true;
  readonly force?: true;
}

type Draft = { -readonly [Field in keyof Profile]: Profile[Field] | undefined };

/** `inrgate profile add NAME`. */
export function register(command: Command): void {
  command
    .argument('<name>', 'the name to save it under')
    .option('--from-env', 'take the keys, and what else is set, from the INRGATE_ variables')
    .option('--force', 'replace the profile of that name')
    .addHelpText(
      'after',
      `
What neither the options nor, with --from-env, the environment says is asked for. Keys are never an argument:
arguments are seen by every process of the machine. They are kept in ${profilesFile()},
which only you may read.

Examples:
  $ inrgate profile add shop
  $ inrgate profile add shop --base-url https://gateway.example/v3 --mch-id M1001
  $ INRGATE_MCH_KEY=$(pass shop/key) inrgate profile add shop --mch-id M1001 --from-env`,
    );
  onCall<AddOptions>(command, (session, options, [name = '']) => add(session, options, name));
}

async function add(session: Session, options: AddOptions, name: string): Promise<void> {
  checkName(name);
  const { current, byName } = readProfiles();
  if (byName.has(name) && !options.force) await confirmReplacing(name);
  const given = givenOf({ options, env: options.fromEnv ? process.env : {} });
  checkAddresses(given);
  const profile = checked(canAsk() ? await askMissing(given) : given);
  saveProfiles({ current, byName: new Map([...byName, [name, profile]]) });
  const shown = withoutKeys(name, profile, current);
  session.output.data(shown, () => `${bold('Profile')} ${name}\n${fields({ ...shown, name: '' })}`);
  session.output.note(
    `saved in ${profilesFile()}`,
    `next: inrgate balance --profile ${name}, or to use it by default: inrgate profile use ${name}`,
  );
}

/** A name stands in options, in messages and in the lists of a shell's completion. */
function checkName(name: string): void {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
    throw new UsageError('a profile has a name of letters, digits and _ . - such as shop');
  }
}

function checkAddresses({ baseUrl, legacyBaseUrl }: Draft): void {
  if (baseUrl !== undefined) httpUrl('the base URL', baseUrl);
  if (legacyBaseUrl !== undefined) httpUrl('the legacy base URL', legacyBaseUrl);
}

async function confirmReplacing(name: string): Promise<void> {
  if (!canAsk()) throw new UsageError(`there is a profile ${name} already: --force replaces it`);
  if (!(await confirm(`Replace the profile ${name}?`))) throw new UsageError('cancelled');
}

async function askMissing(given: Draft): Promise<Draft> {
  const baseUrl =
    given.baseUrl ??
    (await askText('Root of the v3 API:', { default: `${defaultOrigin}/v3`, accepts: acceptsUrl }));
  const legacyBaseUrl =
    given.legacyBaseUrl ??
    (await askText('Root of the v1 API, for payment links; Enter for none:', {
      ...(isLoopback(new URL(baseUrl).hostname) && { default: new URL('/v1', baseUrl).href }),
      accepts: (text) => text === '' || acceptsUrl(text),
    }));
  return {
    baseUrl,
    legacyBaseUrl,
    mchId: given.mchId ?? (await askText('Merchant ID (mchId):', { accepts: acceptsText })),
    mchKey: given.mchKey ?? (await askKey(`${keyTitles.mchKey} (mchKey), signs pay-ins; Enter for none:`)),
    mchSecret:
      given.mchSecret ??
      (await askKey(`${keyTitles.mchSecret} (mchSecret), signs payouts and the balance; Enter for none:`)),
  };
}

function acceptsUrl(text: string): true | string {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') || 'An absolute http or https URL.';
}

function acceptsText(text: string): true | string {
  return text.trim() !== '' || 'It cannot be empty.';
}

/** @throws {UsageError} that says what is missing, and how to give it */
function checked(draft: Draft): Profile {
  const { mchId, ...others } = draft;
  const given = Object.entries(others).filter(([, value]) => value);
  if (!mchId) throw new UsageError(`no merchant: give --mch-id, or ${variables.mchId} and --from-env`);
  if (!draft.mchKey && !draft.mchSecret) {
    throw new UsageError(
      `no key: run it in a terminal to be asked, or set ${variables.mchKey} or ${variables.mchSecret} and add --from-env`,
    );
  }
  return { mchId, ...Object.fromEntries(given) };
}
