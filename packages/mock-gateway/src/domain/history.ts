/** Who moved an order. */
export const actors = ['customer', 'operator', 'clock'] as const;
/** Who moved an order; a merchant only creates one. */
export type Actor = (typeof actors)[number];

/** One step in an order's life after its creation, kept for its timeline. */
export interface Move {
  readonly orderNo: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly by: Actor;
}

/** Kinds of notifications for the merchant. */
export const notificationKinds = ['callback_failed', 'callback_undeliverable'] as const;

/** Shown in the merchant's notifications (spec: Delivery rules 3). */
export interface Notification {
  readonly id: string;
  readonly mchId: string;
  readonly at: number;
  readonly kind: (typeof notificationKinds)[number];
  readonly callbackId: string;
  readonly orderNo: string | null;
  readonly message: string;
}
