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

/** A network that responds immediately and records the requests. */
export class ScriptedNetwork {
  readonly sent: Delivery[] = [];
  /** Creates the response. Missing parts are those of an acknowledgement. */
  script: Script;

  constructor(script: Script = () => ({})) {
    this.script = script;
  }

  readonly send: Sender = async (delivery) => {
    this.sent.push(delivery);
    return { ...answered, ...this.script(delivery, this.sent.length) };
  };
}

/** A sender with a long timeout, because on a busy machine a response can take eight seconds. */
export const patient: Sender = httpSender({ timeoutMs: 600_000 });

/** A script of a receiver that always returns 500. */
export const rejecting: Script = () => ({ status: 500, body: Buffer.from('no') });
