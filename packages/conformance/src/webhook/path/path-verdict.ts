import type { Found } from '../judgement.ts';
import { type PathFindings, type PathId, pathIds } from './obstacle.ts';

/** Parts of the path that the check can judge before a response arrives. */
const beforeResponse: readonly PathId[] = ['path-dns', 'path-connect', 'path-tls'];

/** Verdict on one part of the path, from the findings. */
export function pathVerdict(id: PathId, findings: PathFindings): Found {
  const { obstacle, severity, isBlocked, isAnswered, isAcknowledged, received } = findings;
  if (obstacle?.id === id) {
    const { text, fix } = obstacle;
    return { status: severity, text, ...(fix !== undefined && { fix }) };
  }
  if (isBlocked && obstacle !== null) {
    const isBehind = pathIds.indexOf(id) > pathIds.indexOf(obstacle.id);
    if (isBehind || !(isAnswered || beforeResponse.includes(id)))
      return skip(`skipped, because ${obstacle.id} stops the callback`);
  }
  if (id === 'path-body' && !isAcknowledged)
    return skip('the endpoint acknowledges no callback, so the check cannot detect a changed body');
  if (id === 'path-slow') return { status: 'pass', text: `the response took ${findings.durationMs} ms` };
  return { status: 'pass', text: isAnswered ? received : 'passed' };
}

function skip(text: string): Found {
  return { status: 'skip', text };
}
