import type {
  CallbackAction,
  FaultInput,
  WireAction,
} from '../../../packages/mock-gateway/src/faults/fault.ts';
import { fence } from './markdown.ts';

const wireActions: { readonly [Kind in WireAction['kind']]: Extract<WireAction, { kind: Kind }> } = {
  status: { kind: 'status', status: 503, error: 'maintenance', retryAfter: 5 },
  delay: { kind: 'delay', ms: 3_000 },
  drop: { kind: 'drop' },
  hang: { kind: 'hang' },
  truncate: { kind: 'truncate' },
  garbage: { kind: 'garbage' },
};
const callbackActions: {
  readonly [Kind in CallbackAction['kind']]: Extract<CallbackAction, { kind: Kind }>;
} = {
  delay: { kind: 'delay', ms: 3_000 },
  drop: { kind: 'drop' },
  duplicate: { kind: 'duplicate' },
  tamper: { kind: 'tamper' },
};

export interface FaultExample {
  readonly fault: FaultInput;
  readonly title: string;
  readonly cli: string;
  readonly typescript: string;
  readonly curl: string;
}

export const faultExamples: readonly FaultExample[] = [
  ...Object.values(wireActions).map((action) =>
    example({ endpoint: 'payin', phase: action.kind === 'status' ? 'before' : 'after', times: 1, action }),
  ),
  ...Object.values(callbackActions).map((action) => example({ endpoint: 'callback', times: 1, action })),
];

function example(fault: FaultInput): FaultExample {
  const { action, endpoint, ...rest } = fault;
  const { kind, ...values } = action;
  const options = Object.entries({ endpoint, action: kind, ...rest, ...values }).map(
    ([name, value]) => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${value}`,
  );
  return {
    fault,
    title: `Fault \`${kind}\` for ${endpoint === 'callback' ? 'a callback' : 'a response'}`,
    cli: `inrgate mock fault add ${options.join(' ')}`,
    typescript: `gateway.faults.add(${literal(fault)});`,
    curl: `curl -sS http://127.0.0.1:4300/_mock/faults --json '${JSON.stringify(fault)}'`,
  };
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`);
  return `{ ${fields.join(', ')} }`;
}

/** The examples as sections of a page. */
export function faultExampleSections(): readonly string[] {
  return faultExamples.flatMap(({ title, cli, typescript, curl }) => [
    `### ${title}`,
    `::: code-group\n\n${[fence(cli, 'sh [CLI]'), fence(typescript, 'ts [TypeScript]'), fence(curl, 'sh [curl]')].join('\n\n')}\n\n:::`,
  ]);
}
