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

/** A network that responds at once and keeps the requests. */
export class ScriptedNetwork {
  readonly sent: Delivery[] = [];
  /** The response; omitted parts are those of an accepting receiver. */
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

/** A receiver that always returns an error. */
export const refusing: Script = () => ({ status: 500, body: Buffer.from('no') });
