import { type Delivery, type DeliveryResult, httpSender, type Sender } from '@inrgate/conformance/internal';

type Script = (delivery: Delivery, attempt: number) => Partial<DeliveryResult>;

export const answered: DeliveryResult = {
  durationMs: 5,
  status: 200,
  body: Buffer.from('success'),
  redirectHost: null,
  failure: null,
  detail: null,
};

/** A network that answers at once and keeps what was sent. */
export class ScriptedNetwork {
  readonly sent: Delivery[] = [];
  /** What comes back; whatever it leaves out is an accepting receiver's. */
  script: Script;

  constructor(script: Script = () => ({})) {
    this.script = script;
  }

  readonly send: Sender = async (delivery) => {
    this.sent.push(delivery);
    return { ...answered, ...this.script(delivery, this.sent.length) };
  };
}

/** Lets a receiver have all the time of a test: on a busy machine eight seconds are over before anything was looked at. */
export const patient: Sender = httpSender({ timeoutMs: 600_000 });

/** A receiver whose every answer is an error. */
export const refusing: Script = () => ({ status: 500, body: Buffer.from('no') });
