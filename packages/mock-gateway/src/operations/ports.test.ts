import { expect, it, vi } from 'vitest';
import { GenerationEnded, tryAgain, untilCommitted } from './ports.ts';

it('an operation repeats its decision after a conflict, at most twenty times', async () => {
  const attempt = vi.fn(async (): Promise<'done' | typeof tryAgain> => tryAgain);
  await expect(untilCommitted(attempt)).rejects.toThrow('a commit still conflicts after 20 attempts');
  expect(attempt).toHaveBeenCalledTimes(20);
  attempt.mockResolvedValueOnce(tryAgain).mockResolvedValueOnce('done');
  expect(await untilCommitted(attempt)).toBe('done');
  expect(attempt).toHaveBeenCalledTimes(22);
});

it('the error of an interrupted call states that the gateway was reset or closed', () => {
  expect(String(new GenerationEnded())).toBe(
    'GenerationEnded: the gateway was reset or closed during the call',
  );
});
