export { formattedReport, type ReportFormat } from './findings/formats.ts';
export {
  type Check,
  CheckError,
  type CheckErrorCode,
  type CheckProgress,
  type CheckReport,
  type CheckStatus,
  type Exchange,
} from './findings/report.ts';
export { checkGateway } from './gateway/check-gateway.ts';
export { type CheckGatewayOptions, type GatewayProgress, gatewayCheckPlan } from './gateway/options.ts';
export type { GatewayReport } from './gateway/report.ts';
export { HarFile, type Passed, type RecordedExchange } from './har/har.ts';
export { AmbiguousTargets, type ProxyOptions, type RunningProxy, startProxy } from './proxy/proxy.ts';
export { type CheckLevel, checkLevels, type Rule } from './rules/rule.ts';
export { rules } from './rules/rules.ts';
export { type Diagnosis, sqlRemedies } from './shop/causes.ts';
export { checkShop, type ShopEvents, type ShopReport } from './shop/check-shop.ts';
export type { CheckShopOptions, ShopProgress } from './shop/options.ts';
export type { Loss } from './shop/step.ts';
export type { ToldStep } from './shop/story-run.ts';
export type { OpenShopGateway, ShopGateway, ShopMerchant } from './shop/world.ts';
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
export type { CheckedKind } from './webhook/callback-writer.ts';
export { type CaseSummary, caseSummaries } from './webhook/cases.ts';
export { checkWebhook } from './webhook/check-webhook.ts';
export type { CheckWebhookOptions } from './webhook/options.ts';
export { type CheckLanguage, checkLanguages } from './webhook/remedies.ts';
export type {
  CreateOrder,
  Credited,
  PayoutProbe,
  Probe,
  RecordedPayout,
  WantedOrder,
} from './webhook/shop-calls.ts';
