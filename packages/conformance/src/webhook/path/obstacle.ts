import type { Exchange } from '../../findings/report.ts';

/** The parts of the path to an endpoint, in the order in which a callback passes them. */
export const pathIds = [
  ...['path-dns', 'path-connect', 'path-tls', 'path-redirect', 'path-auth', 'path-csrf'],
  ...['path-challenge', 'path-method', 'path-maintenance', 'path-slow', 'path-body', 'path-encoding'],
] as const;

/** Id of one part of the path. */
export type PathId = (typeof pathIds)[number];

export interface Obstacle {
  readonly id: PathId;
  /** Observation without keys. */
  readonly text: string;
  /** Fix that replaces the fix of the case. */
  readonly fix?: string | undefined;
}

/** Findings about the observed part of the path. */
export interface PathFindings {
  readonly obstacle: Obstacle | null;
  /** `fail`: the obstacle loses callbacks. `warn`: it loses none at present. */
  readonly severity: 'fail' | 'warn';
  /** True if every callback is stopped, so the other cases show nothing. */
  readonly isBlocked: boolean;
  /** True if a status line arrived. */
  readonly isAnswered: boolean;
  readonly isAcknowledged: boolean;
  /** The beginning of the first response. */
  readonly received: string;
  /** Duration of the first response in milliseconds. */
  readonly durationMs: number;
  /** Deliveries that show the obstacle. */
  readonly exchanges: readonly Exchange[];
}
