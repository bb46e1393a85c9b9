/** Who moved an order. */
export type Actor = 'customer' | 'operator' | 'clock';

/** One step in an order's life after its creation, kept for its timeline. */
export interface Move {
  readonly orderNo: string;
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly by: Actor;
}

/** Shown in the merchant's notifications (spec: Delivery rules 3). */
export interface Notification {
  readonly id: string;
  readonly mchId: string;
  readonly at: number;
  readonly kind: 'callback_failed' | 'callback_undeliverable';
  readonly callbackId: string;
  readonly orderNo: string | null;
  readonly message: string;
}
