import { type Finding, gatewayValue, type Reconciled } from './compare.ts';
import { comparedFields } from './list.ts';

/** Columns of the result: the finding, followed by the gateway's order. */
export const resultColumns = [
  'line',
  'type',
  'mchOrderNo',
  'result',
  'differences',
  ...comparedFields,
] as const;

export function resultRow({ listed, finding }: Reconciled): Readonly<Record<string, string | number>> {
  const { line, type, mchOrderNo } = listed;
  const order = 'order' in finding ? finding.order : undefined;
  const fields = comparedFields.map((field) => [
    field,
    order === undefined ? '' : gatewayValue(order, field),
  ]);
  return {
    line,
    type,
    mchOrderNo,
    result: finding.kind,
    differences: detail(finding),
    ...Object.fromEntries(fields),
  };
}

export function detail(finding: Finding): string {
  if (finding.kind === 'unknown') return finding.error;
  if (finding.kind === 'missing') return '';
  const { amount } = finding.order;
  return finding.differences
    .map(({ field, listed, gateway }) => {
      if (listed !== null) return `${field}: listed ${listed}, gateway ${gateway || 'nothing'}`;
      return `${field}: gateway ${gateway}${field === 'paidAmount' ? ` for the amount ${amount}` : ''}`;
    })
    .join('; ');
}
