import type { Tool } from '../tool.ts';
import { checkingTools } from './checking.ts';
import { controlTools } from './control.ts';
import { gatewayTools } from './gateway.ts';
import { operatorTools } from './operator.ts';
import { orderTools } from './orders.ts';
import { scenarioTools } from './scenarios.ts';
import { signatureTools } from './signature.ts';

export const tools: readonly Tool[] = [
  ...gatewayTools,
  ...orderTools,
  ...signatureTools,
  ...checkingTools,
  ...scenarioTools,
  ...operatorTools,
  ...controlTools,
];
