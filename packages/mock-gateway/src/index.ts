// Import the version check before any other module.
import './node-version.ts';

export { ConfigurationError, type ConfigurationIssue } from './configuration/configuration-error.ts';
export {
  configSchema,
  type GatewayConfig,
  type MerchantInput,
  type SettingsInput,
} from './configuration/options.ts';
export {
  type Credentials,
  createMockGateway,
  type GatewayAddresses,
  type GatewayApp,
  type GatewayOptions,
  type ListenOptions,
  type MockGateway,
} from './gateway.ts';
export { ControlError, type ControlErrorCode } from './http/core/control-error.ts';
export { StoreError, type StoreErrorCode } from './store/store-error.ts';
export { type TroubleTeller, troubleTeller } from './troubles.ts';
