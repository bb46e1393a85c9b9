import { didYouMean } from '@inrgate/sdk/basics';
import { UsageError } from '../output/usage-error.ts';
import { calls } from './calls.ts';
import type { Scenario, Step } from './scenario.ts';

const numbers = new Set(['times']);
const closed = new Set(['action']);

/**
 * Replaces values of a scenario, each as `STEP.FIELD=VALUE`.
 *
 * @throws {UsageError} for an unknown field, with the known fields
 */
export function overridden(scenario: Scenario, overrides: readonly string[]): Scenario {
  return overrides.map(parseOverride).reduce(override, scenario);
}

interface Override {
  readonly step: string;
  readonly field: string;
  readonly value: string;
}

function parseOverride(text: string): Override {
  const { step, field, value } = /^(?<step>[^.=]+)\.(?<field>[^.=]+)=(?<value>.*)$/s.exec(text)?.groups ?? {};
  if (step === undefined || field === undefined || value === undefined) {
    throw new UsageError(`invalid --override ${text}. Use STEP.FIELD=VALUE, for example payin.amount=700.00`);
  }
  return { step, field, value };
}

function override(scenario: Scenario, { step: id, field, value }: Override): Scenario {
  const step = scenario.steps.find((candidate) => candidate.id === id);
  if (step === undefined || !openFields(step).includes(field)) throw namesNothing(scenario, `${id}.${field}`);
  if (numbers.has(field) && !/^[1-9][0-9]{0,5}$/.test(value)) {
    throw new UsageError(`--override ${id}.${field} must be a whole number from 1 to 999999, not ${value}`);
  }
  const set = { [field]: numbers.has(field) ? Number(value) : value };
  const steps = scenario.steps.map((other) =>
    other === step ? { ...step, with: { ...step.with, ...set } } : other,
  );
  return { ...scenario, steps };
}

/** Returns the fields of a step that a user can override. */
function openFields({ run }: Pick<Step, 'run'>): readonly string[] {
  return calls[run].fields.filter((field) => !closed.has(field));
}

function namesNothing({ name, steps }: Scenario, given: string): UsageError {
  const open = steps.flatMap((step) => openFields(step).map((field) => `${step.id}.${field}`));
  return new UsageError(
    `--override ${given} is not a value of ${name}${didYouMean(given, open)}. Allowed: ${open.join(', ') || 'none'}`,
  );
}
