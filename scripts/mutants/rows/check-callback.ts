import type { Mutant } from '../mutant.ts';

const checking = 'packages/mock-gateway/src/control/check-callback.ts';
const kept = 'packages/mock-gateway/src/cluster/kept-checks.ts';

export const mutants: readonly Mutant[] = [
  {
    id: 'contract:control.check-callback',
    file: kept,
    replace: "if (this.#kept.get(mchId)?.check.state === 'running') return null;",
    by: '',
    why: 'Two of a merchant run at the same time.',
  },
  {
    id: 'contract:control.check-callback',
    file: kept,
    replace: 'kept.stop.abort();',
    by: 'this.#kept.delete(mchId);',
    why: 'It is forgotten, and goes on.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: 'setup.hide(deps.log.hideKeys(text))',
    by: 'setup.hide(text)',
    why: 'Keys of other merchants show.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: 'AbortSignal.any([generation.ended, ',
    by: 'AbortSignal.any([',
    why: 'A reset lets it go on.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: ', AbortSignal.timeout(longestCheckMs)]',
    by: ']',
    why: 'It takes as long as it takes.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: "{ ...one, status: 'running' as const }",
    by: 'one',
    why: 'Nobody sees which case is played.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: ', send: deps.sender }',
    by: ' }',
    why: "It goes past the gateway's sender.",
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: 'const now = () => deps.clock.now();',
    by: 'const now = () => Date.now();',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: "await this.#tell({ state: 'failed', ",
    by: "await Promise.resolve({ state: 'failed', ",
    why: 'One that could not be made stays under way.',
  },
  {
    id: 'contract:control.check-callback',
    file: checking,
    replace: 'if (setup.signal.aborted) return await this.#stopped(error);',
    by: "if (this.#options.ended.aborted) throw new ControlError('illegal_transition', 'The gateway was closed or reset during the check.');\n      if (setup.signal.aborted) return await this.#stopped(error);",
    why: 'After a reset that failed it stays under way for ever.',
  },
];
