import type { ControlResponse } from '@inrgate/mock-gateway/control';

/** One event of an order, from the gateway or the shop. */
export type Step = Omit<ControlResponse<'Where'>['timeline'][number], 'source'>;
export type Broken = NonNullable<Step['broken']>;
