import type { KeyName } from '@inrgate/sdk/internal';
import type { Paise } from '@inrgate/sdk/protocol';
import type { CallbackKind } from '../delivery/acknowledgement.ts';

/** The kind of order in a callback. A test callback counts as a pay-in, because mchKey signs it. */
export type CheckedKind = Exclude<CallbackKind, 'test'>;

/** The key that signs the callbacks of each kind (spec: Authentication 2; Legacy webhook). */
export const keyOfKind: Readonly<Record<CheckedKind, KeyName>> = {
  payin: 'mchKey',
  payout: 'mchSecret',
  link: 'mchSecret',
};

/** Every kind, in the order of the checks. */
export const checkedKinds = Object.keys(keyOfKind) as readonly CheckedKind[];

/** Name of a paid order of each kind, with the article. */
export const kindNames: Readonly<Record<CheckedKind, string>> = {
  payin: 'a paid pay-in',
  payout: 'a paid payout',
  link: 'a paid link',
};

/** The order of a case. */
export interface CheckedOrder {
  readonly kind: CheckedKind;
  /** The order number, or `client_ref` of a link. */
  readonly mchOrderNo: string;
  /** The gateway order number, or `link_code` of a link. */
  readonly orderNo: string;
  readonly amount: Paise;
}
