import {
  callbackFaultKinds,
  type FaultKind,
  faultKinds,
  requestFaultKinds,
} from '../../../packages/mock-gateway/src/domain/fault-kinds.ts';
import type { FaultInput } from '../../../packages/mock-gateway/src/faults/fault.ts';
import { fence } from './markdown.ts';

/** An example of each detail of an action. */
const details: Readonly<Record<string, unknown>> = {
  status: 503,
  error: 'maintenance',
  retryAfter: 5,
  ms: 3_000,
};

export interface FaultExample {
  readonly fault: FaultInput;
  readonly title: string;
  readonly cli: string;
  readonly typescript: string;
  readonly curl: string;
}

export const faultExamples: readonly FaultExample[] = [
  ...requestFaultKinds.map((kind) =>
    example({
      endpoint: 'payin',
      phase: kind === 'status' ? 'before' : 'after',
      times: 1,
      action: actionOf(kind),
    } as FaultInput),
  ),
  ...callbackFaultKinds.map((kind) =>
    example({ endpoint: 'callback', times: 1, action: actionOf(kind) } as FaultInput),
  ),
];

function actionOf(kind: FaultKind) {
  return {
    kind,
    ...Object.fromEntries(Object.keys(faultKinds[kind].details).map((name) => [name, details[name]])),
  };
}

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
