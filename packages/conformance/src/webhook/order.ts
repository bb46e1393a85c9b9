import type { KeyName } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CallbackKind } from '../delivery/acknowledgement.ts';

/** What a callback is about. A panel's test counts as a pay-in, whose key it is signed with. */
export type CheckedKind = Exclude<CallbackKind, 'test'>;

/** Which key signs the callbacks of a kind (spec: Authentication 2; Legacy webhook). */
export const keyOfKind: Readonly<Record<CheckedKind, KeyName>> = {
  payin: 'mchKey',
  payout: 'mchSecret',
  link: 'mchSecret',
};

/** Every kind, in the order in which they are checked. */
export const checkedKinds = Object.keys(keyOfKind) as readonly CheckedKind[];

/** A paid one of each kind, with its article. */
export const kindNames: Readonly<Record<CheckedKind, string>> = {
  payin: 'a paid pay-in',
  payout: 'a paid payout',
  link: 'a paid link',
};

/** An order that a case is about. */
export interface CheckedOrder {
  readonly kind: CheckedKind;
  /** The merchant's own number: `client_ref` of a link. */
  readonly mchOrderNo: string;
  /** The service's number: `link_code` of a link. */
  readonly orderNo: string;
  readonly amount: Paise;
}
