import { formatIst, istDay } from '@inrgate/sdk/internal';
import { parseAmount } from '@inrgate/sdk/protocol';
import { z } from 'zod';
import type { Merchant } from '../domain/merchant.ts';
import type { Settings } from '../domain/settings.ts';
import { ControlError } from '../http/core/control-error.ts';
import type { WireResponse } from '../http/core/exchange.ts';
import { creditWallet } from '../operations/merchants.ts';
import { GenerationEnded, type Ports } from '../operations/ports.ts';
import { type DayStep, merchantDay } from '../simulation/day.ts';
import type { StepResult } from '../simulation/day-runner.ts';
import { merchantRequest } from './as-merchant.ts';
import { clockMoved } from './clock.ts';
import type { ControlDeps } from './deps.ts';
import { parseInput } from './input.ts';
import type { ControlResponse } from './responses/responses.ts';
import { dayMs, startOfDay } from './statement.ts';

const mostOrders = 20_000;

/** Seed, size and merchant of a simulated day. The default is a random seed, 300 orders and the first merchant. */
export const dayInput = z.strictObject({
  seed: z
    .int()
    .min(0)
    .max(0xffff_ffff)
    .optional()
    .meta({ description: 'Seed of the day. The same seed creates the same orders. Default: a random seed.' }),
  orders: z.int().min(1).max(mostOrders).default(300).meta({ description: 'Number of orders of the day.' }),
  mchId: z.string().optional(),
});

/**
 * End of the day in milliseconds since midnight. The last late payments arrive at 23:31. The end leaves 15 minutes
 * before midnight for a running clock.
 */
const endMs = dayMs - 900_000;

/** Calls that simulate days (contract: Simulated customers). */
export function simulationControls(deps: ControlDeps) {
  return {
    /**
     * Moves the clock to the next midnight and then through that IST day. The merchant creates orders, and simulated
     * customers pay them. Resolves at 23:45 of the day. The settings stay unchanged.
     *
     * @throws {ControlError} `not_found`. `illegal_transition` if the merchant cannot
     * create orders, or while another day is simulated
     */
    async day(input: z.input<typeof dayInput> = {}): Promise<ControlResponse<'SimulatedDay'>> {
      const { seed = anySeed(deps), orders, mchId } = parseInput(dayInput, input);
      const merchant = await merchantOf(deps, mchId);
      const settings = await deps.ports.settings();
      refuseUnfit(deps, merchant, settings);
      const date = istDay(deps.clock.now() + dayMs);
      const from = startOfDay(date);
      const hasUsdt = settings.usdtRate !== null;
      const steps = merchantDay({ seed, date, from, orders, merchant, hasUsdt });
      const work = () => refusalsOf(deps, merchant, { steps, seed, from });
      const refusals = await (deps.ports.store.unsynced?.(work) ?? work());
      const refused = Object.fromEntries(
        [...Map.groupBy(refusals, (code) => code)].map(([code, all]) => [code, all.length]),
      );
      const now = formatIst(deps.clock.now());
      return { mchId: merchant.mchId, seed, date, orders: orders - refusals.length, refused, now };
    },
  };
}

/** A random seed, short enough to type. */
function anySeed({ ports }: ControlDeps): number {
  return Number(ports.ids.utr().slice(-6));
}

async function merchantOf({ ports }: ControlDeps, mchId: string | undefined): Promise<Merchant> {
  const { items } = mchId === undefined ? await ports.store.merchants.list({ limit: 1 }) : { items: [] };
  const merchant = mchId === undefined ? items[0] : await ports.store.merchants.get(mchId);
  if (merchant) return merchant;
  throw new ControlError('not_found', 'No merchant has this mchId.');
}

function refuseUnfit(
  { dayRunner }: ControlDeps,
  { mchId, suspended, inrEnabled }: Merchant,
  { maintenance, providerAvailable }: Settings,
): void {
  const reason = dayRunner.isRunning
    ? 'The gateway is simulating another day. Wait for the end of that day, or reset the gateway.'
    : suspended
      ? `The merchant ${mchId} is suspended. Activate the merchant first.`
      : !inrEnabled
        ? `INR orders are disabled for ${mchId}. Enable INR orders first.`
        : maintenance || !providerAvailable
          ? 'The gateway rejects new orders. End the maintenance, and make the payment channel available.'
          : null;
  if (reason !== null) throw new ControlError('illegal_transition', reason);
}

interface Plan {
  readonly steps: readonly DayStep[];
  readonly seed: number;
  readonly from: number;
}

/** Runs the day. Returns the error code of each rejected request. */
async function refusalsOf(deps: ControlDeps, merchant: Merchant, plan: Plan): Promise<readonly string[]> {
  const { dayRunner, seedIds, timetable } = deps;
  const { steps, seed, from } = plan;
  const ports = deps.portsNow();
  const { ended } = deps.endpointChecks();
  const begin = async () => {
    await deps.planOpenOrders();
    seedIds(`${seed} ${istDay(from)}`);
    return { refusal: null };
  };
  const all: readonly DayStep[] = [{ at: from - 1000, call: 'begin', params: {} }, ...steps];
  const interrupted = dayRunner.begin(all, (step) =>
    step.call === 'begin' ? begin() : taken(deps, { merchant, step, ports, signal }),
  );
  const signal = AbortSignal.any([ended, interrupted]);
  try {
    // Use a single move, because it keeps the mode of the clock even if the gateway stops during the move.
    await clockMoved(deps, timetable.advanceTo(from + endMs));
    return dayRunner.end();
  } catch (cause) {
    if (cause instanceof GenerationEnded)
      throw new ControlError('illegal_transition', 'The gateway was reset during the simulated day.', {
        cause,
      });
    throw cause;
  } finally {
    seedIds(null);
    dayRunner.end();
  }
}

interface Taking {
  readonly merchant: Merchant;
  readonly step: DayStep;
  readonly ports: Ports;
  readonly signal: AbortSignal;
}

async function taken(
  deps: ControlDeps,
  { merchant, step: { call, params }, ports, signal }: Taking,
): Promise<StepResult> {
  if (call === 'begin') return { refusal: null };
  if (call === 'top-up') {
    await creditWallet(ports, merchant.mchId, parseAmount(params['amount'] ?? ''));
    return { refusal: null };
  }
  const { response } = await deps.sendWire(merchantRequest(merchant, { endpoint: call, params }, signal));
  if (response.status < 400) return { refusal: null };
  const retryAfter = Number(response.headers['retry-after'] ?? 0);
  const refusal = errorOf(response);
  return response.status === 429 && retryAfter > 0
    ? { refusal, retryAfterMs: retryAfter * 1000 }
    : { refusal };
}

function errorOf({ status, body }: WireResponse): string {
  try {
    const { error } = JSON.parse(String(body)) as { error?: unknown };
    return typeof error === 'string' ? error : String(status);
  } catch {
    return String(status);
  }
}
