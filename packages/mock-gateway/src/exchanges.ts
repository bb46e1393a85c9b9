export type { About, Finding } from './exchange-checks/check.ts';
export { unseenClauses } from './exchange-checks/clauses.ts';
export type {
  KnownMerchant,
  SeenAnswer,
  SeenCallback,
  SeenExchange,
  SeenMessage,
  SeenRequest,
} from './exchange-checks/exchange.ts';
export { ExchangeDoctor } from './exchange-checks/exchange-doctor.ts';
export { ExchangeJudge } from './exchange-checks/exchange-judge.ts';
export { HarFile } from './har/har-file.ts';
export { HarError, readHar } from './har/read-har.ts';
export type { RecordedExchange } from './har/recorded.ts';
export type { Passed } from './proxy/passed.ts';
export { AmbiguousTargets, type ProxyOptions, type RunningProxy, startProxy } from './proxy/proxy.ts';
