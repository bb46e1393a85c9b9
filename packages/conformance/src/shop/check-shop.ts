import { setTimeout as sleep } from 'node:timers/promises';
import { masking } from '@inrgate/sdk/internal';
import { CheckError } from '../findings/report.ts';
import { type Diagnosis, diagnosisOf } from './causes.ts';
import { GatewayProxy } from './gateway-proxy.ts';
import { CallbackQueue } from './messages.ts';
import { type CheckShopOptions, type ShopSetup, shopSetupOf } from './options.ts';
import { ShopClient } from './shop-client.ts';
import { ShopProcess } from './shop-process.ts';
import type { Step, Story } from './step.ts';
import { expectedCredit, type Loss, lossOf } from './step.ts';
import { shrunk, storyOf } from './stories.ts';
import { runStory, type StoryEnd, type ToldStep } from './story-run.ts';
import { callbackAnswered, callbackResponse, probed } from './story-words.ts';
import type { ShopGateway, World } from './world.ts';
import { creditOnceSettled, UsualTimes } from './world.ts';

/** Milliseconds after which a credit in the background counts as missing. */
const patienceMs = 6_000;
/**
 * Replaces `patienceMs` while the check shortens a story. The actual value is at least twice the shop's longest delay
 * so far. The check repeats the shortest story with the full patience.
 */
const hurriedMs = 400;

/** The result of a check. */
export interface ShopReport {
  /** Number of stories without a loss. */
  readonly passed: number;
  /** 1 if a story lost money, or else 0. The first loss ends the check. */
  readonly failed: number;
  /** Number of stories that ran. */
  readonly runs: number;
  /** Seed of the stories. Two runs with the same seed run the same stories. */
  readonly seed: number;
  /** The loss, or null if no story lost money. */
  readonly loss: Loss | null;
  /** The steps of the shortest story with the loss. */
  readonly story: readonly ToldStep[];
  /** The likely cause and the fix, or null if no story lost money. */
  readonly diagnosis: Diagnosis | null;
  /** Numbers of events in the stories. */
  readonly events: ShopEvents;
}

/** Numbers of events in the stories that ran. */
export interface ShopEvents {
  /** Number of times that the check killed the shop. */
  readonly kills: number;
  /** Number of requests, responses and callbacks that were lost or held. */
  readonly lostMessages: number;
  /** Number of payments after the expiry of the order or after a failed payment. */
  readonly latePayments: number;
  /** Number of stories whose callbacks were forms. */
  readonly forms: number;
  /** Real seconds after which the check repeated the first callback, or null if it did not. */
  readonly repeatedAfter: number | null;
}

/**
 * Tests a shop with events of the gateway in many sequences. Starts the shop, runs stories, and compares the credits
 * with the payments. A story is one sequence of events. Shortens the first story that loses money.
 *
 * @throws {CheckError} for an invalid option, a shop that does not start or hangs, or a failed order or probe
 */
export async function checkShop(options: CheckShopOptions): Promise<ShopReport> {
  const setup = shopSetupOf(options);
  const parts: { gateway?: ShopGateway } = {};
  const proxy = await GatewayProxy.start((request) => {
    if (parts.gateway === undefined) throw new Error('the gateway is not open yet');
    return parts.gateway.fetch(request);
  });
  const callbacks = new CallbackQueue();
  try {
    const { sender } = callbacks;
    const callbackUrl = setup.urls.callback.href;
    const gateway = await setup.openGateway({ origin: proxy.origin, callbackUrl, sender });
    parts.gateway = gateway;
    return await checked(setup, { gateway, proxy, callbacks });
  } finally {
    callbacks.loseHeld();
    await Promise.all([parts.gateway?.close(), proxy.close()]);
  }
}

async function checked(
  setup: ShopSetup,
  { gateway, proxy, callbacks }: Pick<World, 'gateway' | 'proxy' | 'callbacks'>,
): Promise<ShopReport> {
  const { command, url, urls, signal, startMs } = setup;
  const { mchKey, mchSecret } = gateway.merchant;
  const masked = masking([mchKey, mchSecret]);
  const env = environmentOf(setup, { gateway, proxy });
  const shop = new ShopProcess({ command, url, env, masked, startMs, signal });
  try {
    await shop.checkPort();
    const client = new ShopClient(setup);
    const usual = new UsualTimes();
    return await explored(setup, { gateway, proxy, callbacks, shop, client, urls, usual, signal });
  } finally {
    await shop.close();
  }
}

function environmentOf({ url, urls }: ShopSetup, { gateway, proxy }: Pick<World, 'gateway' | 'proxy'>) {
  const { mchId, mchKey, mchSecret } = gateway.merchant;
  return {
    PORT: url.port,
    INRGATE_BASE_URL: `${proxy.origin}/v3`,
    INRGATE_LEGACY_BASE_URL: `${proxy.origin}/v1`,
    INRGATE_MCH_ID: mchId,
    INRGATE_MCH_KEY: mchKey,
    INRGATE_MCH_SECRET: mchSecret,
    INRGATE_CALLBACK_URL: urls.callback.href,
  };
}

async function explored(setup: ShopSetup, world: World): Promise<ShopReport> {
  const { runs, seed, onProgress } = setup;
  const play = (story: Story, patience: number) => runStory(world, story, patience);
  const played: Story[] = [];
  let credited: StoryEnd | null = null;
  const ended = (loss: Loss, rest: Pick<ShopReport, 'runs' | 'story' | 'diagnosis'>): ShopReport => ({
    ...{ passed: rest.runs - 1, failed: 1, seed, loss, events: eventsOf(played) },
    ...rest,
  });
  for (let done = 0; done < runs; done++) {
    const end = await play(storyOf(seed, done), patienceMs);
    played.push(end.played);
    if (end.loss !== null) {
      onProgress({ done, total: runs, phase: 'shortening' });
      const hurried = Math.max(hurriedMs, 2 * world.usual.creditLag);
      const shortest = await shortened(end, end.loss, { play, patiences: [hurried, patienceMs] });
      const diagnosis = diagnosisOf(end.loss, shortest.played, shortest.refusal);
      return ended(end.loss, { runs: done + 1, story: shortest.told, diagnosis });
    }
    if (end.credited !== null) credited ??= end;
    onProgress({ done: done + 1, total: runs, phase: 'stories' });
  }
  const repeated = await repeatedLater(setup, world, credited);
  if (repeated?.loss) {
    return ended(repeated.loss, { runs, story: repeated.story, diagnosis: diagnosisOf(repeated.loss, []) });
  }
  const events = eventsOf(played, repeated?.seconds);
  return { passed: runs, failed: 0, runs, seed, loss: null, story: [], diagnosis: null, events };
}

/**
 * Repeats the callback of the first credited order, so that a shop that forgets it after a minute credits it again. The
 * check cannot move the shop's own clock, so it waits.
 */
async function repeatedLater(
  { repeatAfterMs, runs, onProgress }: ShopSetup,
  world: World,
  end: StoryEnd | null,
) {
  if (repeatAfterMs === null || end === null || end.credited === null) return null;
  const { callback, numbers, paid, at } = end.credited;
  const waitMs = at + repeatAfterMs - performance.now();
  if (waitMs > 0) onProgress({ done: runs, total: runs, phase: 'repeating' });
  await sleep(Math.max(0, waitMs), undefined, { signal: world.signal });
  await world.shop.start();
  const answered = callbackAnswered(callbackResponse(await world.client.deliver(callback.delivery)));
  const seconds = Math.round((performance.now() - at) / 1_000);
  const credit = await creditOnceSettled(world, { numbers, paid, patienceMs: 0 });
  const again = `The same success callback arrives again, ${seconds} s after the first.`;
  const what = [again, answered, probed(credit, expectedCredit(paid))].join(' ');
  const story = [...end.told, { step: end.told.length + 1, what }];
  return { loss: lossOf(credit, paid), story, seconds };
}

/** Counts the events of the stories. */
function eventsOf(stories: readonly Story[], repeatedAfter: number | null = null): ShopEvents {
  const steps = stories.flat();
  const count = (is: (step: Step) => boolean) => steps.filter(is).length;
  const late = (story: Story) => {
    const paid = story.findIndex((step) => step.do === 'pay');
    return story
      .slice(0, Math.max(0, paid))
      .some((step) => step.do === 'fail' || (step.do === 'clock' && step.by === '31m'));
  };
  return {
    kills: count((step) => step.do === 'kill' || step.do === 'crash'),
    lostMessages: count(
      (step) =>
        step.do === 'fault' || (step.do === 'callback' && ['lost', 'unacknowledged'].includes(step.fate)),
    ),
    latePayments: stories.filter(late).length,
    forms: stories.filter((story) => story.some((step) => step.do === 'order' && step.format === 'form'))
      .length,
    repeatedAfter,
  };
}

type Play = (story: Story, patience: number) => Promise<StoryEnd>;

/**
 * Returns the shortest story with the same loss, repeated with the full patience. If the full patience avoids the loss,
 * shortens the first story again with more patience.
 */
async function shortened(
  first: StoryEnd,
  loss: Loss,
  { play, patiences }: { readonly play: Play; readonly patiences: readonly number[] },
): Promise<StoryEnd> {
  for (const patience of patiences) {
    const isLost = (shorter: Story) => hasLoss(shorter, loss, (story) => play(story, patience));
    const story = await shrunk(first.played, isLost);
    for (let tries = crashTries; tries > 0; tries--) {
      const again = await play(story, patienceMs);
      if (again.loss === loss) return again;
    }
  }
  return first;
}

/** Number of runs of a story whose result depends on the moment at which the checker kills the shop. */
const crashTries = 3;

async function hasLoss(
  story: Story,
  loss: Loss,
  play: (story: Story) => Promise<StoryEnd>,
): Promise<boolean> {
  const isByChance = story.some(
    (step) => (step.do === 'crash' && step.at < 100) || (step.do === 'callback' && step.fate === 'at-once'),
  );
  for (let tries = isByChance ? crashTries : 1; tries > 0; tries--) {
    const end = await play(story).catch(unlessEnded);
    if (end?.loss === loss) return true;
  }
  return false;
}

/** Converts an error to null, because a shorter story that ends with another error does not show the same loss. */
function unlessEnded(error: unknown): null {
  if (error instanceof CheckError && error.code !== 'shop_failed') return null;
  throw error;
}
