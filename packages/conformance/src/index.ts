export { CheckError, type CheckErrorCode } from './findings/check-error.ts';
export { formattedReport, type ReportFormat } from './findings/formats.ts';
export type { Check, CheckProgress, CheckReport, CheckStatus, Exchange } from './findings/report.ts';
export { checkGateway } from './gateway/check-gateway.ts';
export { type CheckGatewayOptions, type GatewayProgress, gatewayCheckPlan } from './gateway/options.ts';

export type { GatewayReport } from './gateway/report.ts';
export { HarFile } from './har/har-file.ts';
export type { Passed, RecordedExchange } from './har/recorded.ts';
export { AmbiguousTargets, type ProxyOptions, type RunningProxy, startProxy } from './proxy/proxy.ts';
export { type CheckLevel, checkLevels, type Rule } from './rules/rule.ts';
export { rules } from './rules/rules.ts';
export { type Diagnosis, sqlRemedies } from './shop/causes.ts';
export { checkShop, type ShopEvents, type ShopReport } from './shop/check-shop.ts';
export type { CheckShopOptions, ShopProgress } from './shop/options.ts';
export type { OpenShopGateway, ShopGateway, ShopMerchant } from './shop/shop-gateway.ts';
export type { ToldStep } from './shop/story-run.ts';
export type { Loss } from './shop/verdict.ts';
export type {
  KnownMerchant,
  SeenAnswer,
  SeenCallback,
  SeenExchange,
  SeenMessage,
  SeenRequest,
} from './traffic/exchange.ts';
export { ExchangeDoctor } from './traffic/exchange-doctor.ts';
export { ExchangeJudge } from './traffic/exchange-judge.ts';
export type { About, Finding } from './traffic/finding.ts';
export { Tally, type TrafficCheck } from './traffic/tally.ts';
export { type CaseSummary, caseSummaries } from './webhook/cases.ts';
export { checkWebhook } from './webhook/check-webhook.ts';
export type { CreateOrder, WantedOrder } from './webhook/create-order.ts';
export type { CheckWebhookOptions } from './webhook/options.ts';
export type { CheckedKind } from './webhook/order.ts';
export type { Credited, PayoutProbe, Probe, RecordedPayout } from './webhook/probe.ts';
export { type CheckLanguage, checkLanguages } from './webhook/remedies.ts';
