import type { Paise } from '@inrgate/sdk/protocol';
import { MessageSteps } from './message-steps.ts';
import type { SentCallback } from './messages.ts';
import { OpenMessages } from './messages.ts';
import { OrderSteps } from './order-steps.ts';
import { expectedCredit, type Loss, lossOf, pastRetries, type Step, type Story } from './step.ts';
import { callNames, probed } from './story-words.ts';
import type { World } from './world.ts';
import { creditOnceSettled } from './world.ts';

/** One step of a finished story. */
export interface ToldStep {
  /** Number of the step, counted from 1. */
  readonly step: number;
  /** The event, the requests that the shop received, and its response. */
  readonly what: string;
}

export interface StoryEnd {
  readonly loss: Loss | null;
  /** The steps of the story that were possible and ran. */
  readonly played: Story;
  readonly told: readonly ToldStep[];
  /** The shop's response to the success callback, if it acknowledged none. */
  readonly refusal: string | null;
  /** The success callback of a credited order, or null. */
  readonly credited: CreditedCallback | null;
}

/** A delivered success callback, which the check can repeat later. */
export interface CreditedCallback {
  readonly callback: SentCallback;
  readonly numbers: readonly string[];
  readonly paid: Paise;
  /** Time of the end of the story, as `performance.now()`. */
  readonly at: number;
}

/**
 * Runs a story, waits for all messages, and probes the shop's credit.
 *
 * @param patienceMs real milliseconds for a credit in the background
 * @throws {CheckError} if the shop does not start, hangs or returns no order, or if its probe fails
 */
export async function runStory(world: World, story: Story, patienceMs: number): Promise<StoryEnd> {
  const { proxy, callbacks, shop, signal } = world;
  proxy.begin();
  callbacks.begin();
  await shop.start();
  const run = new StoryRun(world);
  for (const step of story) {
    signal.throwIfAborted();
    await run.play(step);
  }
  return run.end(patienceMs);
}

class StoryRun {
  readonly #world: World;
  readonly #order: OrderSteps;
  readonly #messages: MessageSteps;
  readonly #played: Step[] = [];
  readonly #told: string[] = [];

  constructor(world: World) {
    const open = new OpenMessages(world.proxy);
    this.#world = world;
    this.#order = new OrderSteps(world, open);
    this.#messages = new MessageSteps(world, open, this.#order);
  }

  async play(step: Step): Promise<void> {
    const what = await this.#what(step);
    if (what === null) return;
    this.#played.push(step);
    this.#told.push(what);
  }

  /** Runs a step and describes it in sentences. Returns null for an impossible step. */
  #what(step: Step): Promise<string | null> | string | null {
    const [order, messages] = [this.#order, this.#messages];
    switch (step.do) {
      case 'order':
        return order.place(step);
      case 'neighbour':
        return order.placeOther(step);
      case 'pay':
        return order.pay(step.part);
      case 'fail':
        return order.fail();
      case 'fault':
        return this.#arm(step);
      case 'release':
        return messages.release();
      case 'return':
        return messages.openReturnPage();
      case 'callback':
        return messages.callback(step.event, step.fate);
      case 'crash':
        return messages.crash(step);
      case 'kill':
        return messages.kill();
      case 'start':
        return messages.start();
      case 'clock':
        return messages.moveClock(step.by);
    }
  }

  #arm({ call, fault }: Extract<Step, { do: 'fault' }>): string | null {
    if (call === 'create' && !this.#order.isNew) return null;
    this.#world.proxy.arm(call, fault);
    const name = `the shop's next ${callNames[call]}`;
    const lost = fault === 'lose-request' ? name : `the response to ${name}`;
    return fault === 'hold'
      ? `The network is slow and will hold the response to ${name}.`
      : `The network fails and will lose ${lost}.`;
  }

  async end(patienceMs: number): Promise<StoryEnd> {
    const settled = await this.#settle();
    const loss = await this.#probe(settled, patienceMs);
    const told = this.#told.map((what, index) => ({ step: index + 1, what }));
    const { refusal } = this.#messages;
    return { loss, played: this.#played, told, refusal, credited: this.#credited(loss) };
  }

  #credited(loss: Loss | null): CreditedCallback | null {
    const { numbers, paid } = this.#order;
    const callback = this.#world.callbacks.of('success');
    if (loss !== null || paid === null || callback === undefined || !this.#messages.isAcknowledged)
      return null;
    return { callback, numbers, paid, at: performance.now() };
  }

  async #settle(): Promise<readonly string[]> {
    this.#world.proxy.armed = null;
    const released = await this.#messages.release();
    await this.#messages.finish();
    const started = await this.#messages.start();
    const delivered = await this.#messages.deliverHeld();
    const retried = await this.#messages.moveClock(pastRetries);
    const told = [released, started, ...delivered, retried];
    return told.filter((what) => what !== null);
  }

  async #probe(settled: readonly string[], patienceMs: number): Promise<Loss | null> {
    const { numbers, paid, returned } = this.#order;
    if (numbers.length === 0) return null;
    const credit = await creditOnceSettled(this.#world, { numbers, paid, patienceMs });
    this.#told.push([...settled, probed(credit, expectedCredit(paid))].join(' '));
    const loss = lossOf(credit, paid);
    // In this case, the customer received no payment page, and the gateway reports the callback as not delivered.
    const isReported = returned === null && !this.#messages.isAcknowledged;
    if (loss !== null && !(loss === 'not_credited' && isReported)) return loss;
    return this.#probeOthers(patienceMs);
  }

  /** Probes the orders of other customers. */
  async #probeOthers(patienceMs: number): Promise<Loss | null> {
    for (const { number, paid } of this.#order.others) {
      const credit = await creditOnceSettled(this.#world, { numbers: [number], paid, patienceMs });
      const loss = lossOf(credit, paid);
      if (loss === null) continue;
      const result = probed(credit, expectedCredit(paid)).replace(/^T/, 't');
      this.#told.push(`For the order of the other customer, ${result}`);
      return loss;
    }
    return null;
  }
}
