import { combined, type Fields, type Word } from './field.ts';
import { currencies } from './words.ts';

/** Fields of a link in every response (spec: Legacy payment link). */
export const linkFields = {
  link_code: { form: 'id', description: 'Identifier of the link.', example: 'L7f3kQ2m9' },
  client_ref: { form: 'text', description: 'The merchant’s own id; empty if none.', example: 'INV-42' },
  amount: { form: 'amount', description: 'INR, two decimals.', example: '500.00' },
  currency: {
    form: 'word',
    words: currencies,
    description: 'Currency that the customer pays in.',
    example: 'INR',
  },
  status: {
    form: 'status',
    words: ['pending', 'success', 'failed', 'expired'],
    description: 'State of the link.',
    example: 'pending',
  },
  pay_url: {
    form: 'url',
    description: 'URL of the hosted checkout.',
    example: 'https://gateway.example/pay/3f9c0a',
  },
  created_at: { form: 'time', description: 'Time of creation, IST.', example: '2026-11-20T15:04:05+05:30' },
} as const satisfies Fields;

/** Status of a link (spec: States and transitions, Legacy link). A paid link has the status `success`. */
export type LinkStatus = Word<(typeof linkFields)['status']>;

/** Additional fields of the response to `create-link`. */
export const linkCreatedFields = {
  expires_at: {
    form: 'time',
    description: 'Time at which an unpaid link expires, IST.',
    example: '2026-11-20T15:34:05+05:30',
  },
} as const satisfies Fields;

/** Additional fields of the response to `link-status`. */
export const linkFoundFields = {
  note: { form: 'text', description: 'The merchant’s note; empty if none.', example: 'Invoice 42' },
  paid_at: {
    form: 'timeOrEmpty',
    description: 'Time of payment, IST; empty until paid.',
    example: '2026-11-20T15:10:00+05:30',
  },
} as const satisfies Fields;

/** Fields of the callback of a paid link (spec: Legacy webhook). */
export const linkCallbackFields = /* @__PURE__ */ combined(
  () =>
    ({
      link_code: linkFields.link_code,
      client_ref: linkFields.client_ref,
      amount: linkFields.amount,
      currency: linkFields.currency,
      status: {
        form: 'status',
        words: ['success'],
        description: 'Sent when the link is paid.',
        example: 'success',
      },
      paid_at: { form: 'time', description: 'Time of payment, IST.', example: '2026-11-20T15:10:00+05:30' },
      sign: {
        form: 'sign',
        description: 'Signature made with the API Secret.',
        example: '2FB7128E6D15728544A83A22B407E7AA',
      },
    }) as const,
);
