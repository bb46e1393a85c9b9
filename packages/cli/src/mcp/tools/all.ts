import type { Tool } from '../tool.ts';
import { callbackTools } from './callbacks.ts';
import { checkingTools } from './checking.ts';
import { clockTools } from './clock.ts';
import { faultTools } from './faults.ts';
import { gatewayTools } from './gateway.ts';
import { merchantTools } from './merchants.ts';
import { moveTools } from './moves.ts';
import { orderTools } from './orders.ts';
import { scenarioTools } from './scenarios.ts';
import { signatureTools } from './signature.ts';

export const tools: readonly Tool[] = [
  ...gatewayTools,
  ...orderTools,
  ...moveTools,
  ...callbackTools,
  ...signatureTools,
  ...checkingTools,
  ...scenarioTools,
  ...clockTools,
  ...faultTools,
  ...merchantTools,
];
