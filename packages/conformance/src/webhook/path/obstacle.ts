import type { Exchange } from '../../findings/report.ts';

/** The parts of the path to an endpoint, in the order in which a callback passes through them. */
export const pathIds = [
  ...['path-dns', 'path-connect', 'path-tls', 'path-redirect', 'path-auth', 'path-csrf'],
  ...['path-challenge', 'path-method', 'path-maintenance', 'path-slow', 'path-body', 'path-encoding'],
] as const;

/** Id of one part of the path. */
export type PathId = (typeof pathIds)[number];

export interface Obstacle {
  readonly id: PathId;
  /** Description of the observation, without keys. */
  readonly text: string;
  /** Fix that replaces the fix of the case. */
  readonly fix?: string | undefined;
}

/** Findings about the path to the endpoint, up to the first obstacle. */
export interface PathFindings {
  readonly obstacle: Obstacle | null;
  /** `fail`: the obstacle prevents the delivery of callbacks. `warn`: at present, all callbacks are still delivered. */
  readonly severity: 'fail' | 'warn';
  /** True if no callback reaches the endpoint, so the other cases prove nothing. */
  readonly isBlocked: boolean;
  /** True if a response began to arrive. */
  readonly isAnswered: boolean;
  readonly isAcknowledged: boolean;
  /** The beginning of the first response, for the report. */
  readonly received: string;
  /** Duration of the first response in milliseconds. */
  readonly durationMs: number;
  /** Deliveries that show the obstacle, for the report. */
  readonly exchanges: readonly Exchange[];
}
