import { defaultOrigin, isLoopback } from '@inrgate/sdk/basics';
import type { Command } from 'commander';
import { variables } from '../../input/environment.ts';
import { askKey, askText, canAsk, confirm } from '../../input/prompts.ts';
import { bold, fields } from '../../output/output.ts';
import { UsageError } from '../../output/usage-error.ts';
import {
  changeProfiles,
  type Profile,
  profilesFile,
  readProfiles,
  withoutKeys,
} from '../../session/profile-store.ts';
import { keyTitles, onCall, type Session } from '../../session/session.ts';
import { type GlobalOptions, givenOf, httpUrl } from '../../session/settings.ts';

interface AddOptions extends GlobalOptions {
  readonly fromEnv?: true;
  readonly force?: true;
}

type Draft = { -readonly [Field in keyof Profile]: Profile[Field] | undefined };

export function register(command: Command): void {
  command
    .argument('<name>', 'name of the profile')
    .option('--from-env', 'read the keys and other values from the INRGATE_ variables')
    .option('--force', 'replace an existing profile')
    .addHelpText(
      'after',
      `
The command prompts for each missing value. With --from-env, it also reads the values of the INRGATE_ variables. You cannot
pass keys as arguments, because other processes can read arguments. The command saves the keys in
${profilesFile()}. Only you can read this file.

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
  await changeProfiles((profiles) => ({
    ...profiles,
    byName: new Map([...profiles.byName, [name, profile]]),
  }));
  const shown = withoutKeys(name, profile, current);
  session.output.data(shown, () => `${bold('Profile')} ${name}\n${fields({ ...shown, name: '' })}`);
  session.output.note(
    `saved in ${profilesFile()}`,
    `next: inrgate balance --profile ${name}`,
    `to make it the default: inrgate profile use ${name}`,
  );
}

/** Checks a profile name, because the name appears in options, messages and shell completion. */
function checkName(name: string): void {
  if (!/^[A-Za-z0-9][\w.-]{0,63}$/.test(name)) {
    throw new UsageError('invalid profile name. Use up to 64 letters, digits, _ . or -, for example shop');
  }
}

function checkAddresses({ baseUrl, legacyBaseUrl }: Draft): void {
  if (baseUrl !== undefined) httpUrl('the base URL', baseUrl);
  if (legacyBaseUrl !== undefined) httpUrl('the legacy base URL', legacyBaseUrl);
}

async function confirmReplacing(name: string): Promise<void> {
  if (!canAsk()) throw new UsageError(`profile ${name} already exists. Use --force to replace it`);
  if (!(await confirm(`Replace the profile ${name}?`))) throw new UsageError('cancelled');
}

async function askMissing(given: Draft): Promise<Draft> {
  const baseUrl =
    given.baseUrl ??
    (await askText('Base URL of the v3 API:', { default: `${defaultOrigin}/v3`, accepts: acceptsUrl }));
  const legacyBaseUrl =
    given.legacyBaseUrl ??
    (await askText('Base URL of the v1 API, for payment links (Enter for none):', {
      ...(isLoopback(new URL(baseUrl).hostname) && { default: new URL('/v1', baseUrl).href }),
      accepts: (text) => text === '' || acceptsUrl(text),
    }));
  return {
    baseUrl,
    legacyBaseUrl,
    mchId: given.mchId ?? (await askText('Merchant ID (mchId):', { accepts: acceptsText })),
    mchKey: given.mchKey ?? (await askKey(`${keyTitles.mchKey} (mchKey), signs pay-ins (Enter for none):`)),
    mchSecret:
      given.mchSecret ??
      (await askKey(`${keyTitles.mchSecret} (mchSecret), signs payouts and the balance (Enter for none):`)),
  };
}

function acceptsUrl(text: string): true | string {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '') || 'Enter an absolute http or https URL.';
}

function acceptsText(text: string): true | string {
  return text.trim() !== '' || 'Enter a value.';
}

function checked(draft: Draft): Profile {
  const { mchId, ...others } = draft;
  const given = Object.entries(others).filter(([, value]) => value);
  if (!mchId)
    throw new UsageError(
      `the Merchant ID is missing. Use --mch-id, or set ${variables.mchId} and add --from-env`,
    );
  if (!draft.mchKey && !draft.mchSecret) {
    throw new UsageError(
      `both keys are missing. Run the command in a terminal, or set ${variables.mchKey} or ${variables.mchSecret} and add --from-env`,
    );
  }
  return { mchId, ...Object.fromEntries(given) };
}
