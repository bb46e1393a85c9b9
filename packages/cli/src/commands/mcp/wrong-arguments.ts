import { describeIssues } from '@inrgate/sdk/internal';
import type { z } from 'zod';

/** The arguments of a tool are invalid. The message omits their values. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';

  constructor(error: z.ZodError | undefined) {
    super(describeIssues(error ?? { issues: [] }), { cause: error });
  }
}
