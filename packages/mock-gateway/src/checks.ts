// Before anything else is loaded.
import './node-version.ts';

export { type CaseSummary, caseSummaries } from './checks/webhook/case-summaries.ts';
export { CheckError, type CheckErrorCode } from './checks/webhook/check-error.ts';
export { checkWebhook } from './checks/webhook/check-webhook.ts';
export type { CreateOrder, WantedOrder } from './checks/webhook/create-order.ts';
export { type CheckLanguage, checkLanguages } from './checks/webhook/languages.ts';
export type { CheckWebhookOptions } from './checks/webhook/options.ts';
export type { CheckedKind } from './checks/webhook/order.ts';
export type { Credited, PayoutProbe, Probe, RecordedPayout } from './checks/webhook/probe.ts';
export type {
  Check,
  CheckProgress,
  CheckStatus,
  Exchange,
  WebhookReport,
} from './checks/webhook/report.ts';
export { checkGateway } from './gateway-checks/check-gateway.ts';
export { type CheckLevel, checkLevels } from './gateway-checks/clause.ts';
export type { CheckGatewayOptions, GatewayProgress } from './gateway-checks/options.ts';
export { gatewayCheckPlan } from './gateway-checks/plan.ts';
export type { GatewayReport } from './gateway-checks/report.ts';
