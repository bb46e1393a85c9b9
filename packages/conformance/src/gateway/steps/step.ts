import type { CheckLevel } from '../../rules/rule.ts';
import type { Run } from '../run.ts';

/** A part of a check. */
export interface Step {
  /** Subject of the step: `signatures`. */
  readonly title: string;
  readonly level: CheckLevel;
  readonly play: (run: Run) => Promise<void>;
}
