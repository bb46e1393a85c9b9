/** Sources that get a score, and the quick tests that must find their mutants. Patterns are relative to the root. */
export interface Module {
  readonly sources: readonly string[];
  /** Tests that are in other folders than the sources. */
  readonly tests: readonly string[];
  /** Required share in percent. */
  readonly enough: number;
}

const sdk = 'packages/sdk';
const gateway = 'packages/mock-gateway';
const wire = `${gateway}/test/wire/in-process.test.ts`;
const backend = `${gateway}/src/cluster/*.test.ts`;
const scenarios = `${gateway}/test/scenarios`;
const access = `${gateway}/test/access/*.test.ts`;

export const modules: Readonly<Record<string, Module>> = {
  protocol: {
    sources: [`${sdk}/src/protocol/**/*.ts`],
    // The gateway parses requests with this code, and the client writes them.
    tests: [
      `${sdk}/src/{testing,callbacks}/*.test.ts`,
      `${sdk}/test/{client,endpoints}.test.ts`,
      wire,
      `${scenarios}/refusal-messages.test.ts`,
    ],
    enough: 95,
  },
  doctor: {
    sources: [`${sdk}/src/doctor/**/*.ts`],
    tests: [`${sdk}/test/doctor/{base-string,coverage,explain-*,hostile,shown,singles,ways}.test.ts`],
    enough: 90,
  },
  calls: {
    sources: [`${sdk}/src/calls/*.ts`],
    tests: [`${sdk}/test/*.test.ts`, `${sdk}/src/opentelemetry/*.test.ts`],
    enough: 90,
  },
  receiving: {
    sources: [`${sdk}/src/callbacks/*.ts`],
    tests: [`${sdk}/test/callbacks/*.test.ts`, `${sdk}/src/{express,opentelemetry}/*.test.ts`],
    enough: 90,
  },
  domain: {
    sources: [`${gateway}/src/domain/*.ts`],
    tests: [
      `${scenarios}/{callbacks,control,control-orders,overview,states,test-callback,transitions}.test.ts`,
      `${gateway}/{test/openapi,src/http/control/openapi/control-document}.test.ts`,
    ],
    enough: 95,
  },
  operations: {
    sources: [`${gateway}/src/operations/*.ts`],
    tests: [
      wire,
      `${gateway}/test/conformance/*.test.ts`,
      `${scenarios}/{callbacks,control,control-orders,one-moment,order-numbers}.test.ts`,
      `${scenarios}/{closing,events,refusal-messages,reset,states,test-callback,transitions}.test.ts`,
    ],
    enough: 90,
  },
  http: {
    sources: [`${gateway}/src/http/**/*.ts`],
    tests: [
      `${gateway}/src/gateway.test.ts`,
      `${gateway}/test/{conformance,wire}/*.test.ts`,
      `${gateway}/test/{openapi,msw,wrong-inputs}.test.ts`,
      access,
      `${scenarios}/{checkout,closing,control,events,faults,guard,kept-memory,locks}.test.ts`,
      `${scenarios}/{read-once,ready,refusal-messages,requests,states}.test.ts`,
    ],
    enough: 90,
  },
  control: {
    sources: [`${gateway}/src/control/*.ts`],
    tests: [
      `${gateway}/src/control/calls/*.test.ts`,
      `${gateway}/test/{control-client,openapi,wrong-inputs}.test.ts`,
      `${gateway}/test/exchanges/logged-har.test.ts`,
      'packages/cli/test/statement.test.ts',
      access,
      `${scenarios}/{as-merchant,callback-faults,check-callback,clock,control,control-orders,delivery}.test.ts`,
      `${scenarios}/{events,locks,metrics,overview,ready,requests,simulated-customers,simulated-day}.test.ts`,
      `${scenarios}/{snapshots,statement,test-callback,where}.test.ts`,
    ],
    enough: 90,
  },
  callbacks: {
    sources: [`${gateway}/src/callbacks/*.ts`],
    tests: [
      `${scenarios}/{callbacks,callback-faults,clock,closing,delivery,due-together,reset,restart}.test.ts`,
    ],
    enough: 90,
  },
  clock: {
    sources: [`${gateway}/src/clock/*.ts`],
    tests: [`${scenarios}/{clock,control,reset,restart,simulated-day,two-gateways}.test.ts`],
    enough: 90,
  },
  limits: {
    sources: [`${gateway}/src/limits/*.ts`],
    tests: [backend, `${scenarios}/{guard,kept-memory,locks,refusal-messages}.test.ts`],
    enough: 90,
  },
  faults: {
    sources: [`${gateway}/src/faults/*.ts`],
    tests: [backend, `${scenarios}/{callback-faults,fault-messages,faults}.test.ts`],
    enough: 90,
  },
};
