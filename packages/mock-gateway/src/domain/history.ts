/** Roles that can move an order. */
export const actors = ['customer', 'operator', 'clock'] as const;
/** Role that moved an order. A merchant creates orders but never moves them. */
export type Actor = (typeof actors)[number];

/** A state change of an order after its creation, for its timeline. */
export interface Move {
  readonly orderNo: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly by: Actor;
}

/** Kinds of notifications of the merchant. */
export const notificationKinds = ['callback_failed', 'callback_undeliverable'] as const;

/** A notification for the merchant (spec: Delivery rules 3). */
export interface Notification {
  readonly id: string;
  readonly mchId: string;
  readonly at: number;
  readonly kind: (typeof notificationKinds)[number];
  readonly callbackId: string;
  readonly orderNo: string | null;
  readonly message: string;
}
