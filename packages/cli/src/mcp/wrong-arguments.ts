import { describeIssues } from '@inrgate/sdk/internal';
import type { z } from 'zod';

/** Error for invalid arguments of a tool. The message omits their values. */
export class WrongArguments extends Error {
  override readonly name = 'WrongArguments';

  constructor(error: z.ZodError | undefined) {
    super(describeIssues(error ?? { issues: [] }), { cause: error });
  }
}
