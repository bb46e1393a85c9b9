import type { CheckLevel } from '../../rules/rule.ts';
import type { Run } from '../run.ts';

/** One part of a check. */
export interface Step {
  /** Subject of the step. Example: `signatures`. */
  readonly title: string;
  readonly level: CheckLevel;
  readonly play: (run: Run) => Promise<void>;
}
