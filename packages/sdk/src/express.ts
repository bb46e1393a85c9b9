export { gatewayErrorHandler } from './express/error-handler.ts';
export { type CallbackRequest, callbackMiddleware } from './express/middleware.ts';
