import { checkedKinds, kindNames } from '../callback-writer.ts';
import { type CaseMaterial, once, sends, type WebhookCase } from '../case.ts';

/** Bodies that no parser of the format accepts, and bodies that contain no fields. */
function unreadable({ order, format, write }: CaseMaterial): readonly string[] {
  const whole = write.plain(order);
  const cut = whole.slice(0, whole.length / 2);
  return format === 'json' ? ['', '{', 'null', '[]', '"success"', cut] : ['', '%', '=', '{}', cut];
}

/** Cases with bodies that are not a callback, followed by a genuine callback (spec: Delivery rules 1 and 5). */
export const unreadableCases: readonly WebhookCase[] = checkedKinds.map((kind) => ({
  id: kind === 'payin' ? 'unreadable-body' : `${kind}-unreadable-body`,
  title: `a body that cannot be read is rejected, and ${kindNames[kind]} after it is processed`,
  kind,
  why: 'A proxy can cut a callback. If your endpoint acknowledges the rest, the payment is lost. If such a body stops the endpoint, any client can stop your callbacks.',
  fix: 'If the body cannot be parsed or contains no signature, return 400. Catch the exception of the parser, so that the process continues.',
  steps: (material) => [
    ...unreadable(material).map((body) => sends('a body that cannot be read', body, 'refused')),
    sends(kindNames[kind], material.write.plain(material.order)),
  ],
  credit: once,
}));
