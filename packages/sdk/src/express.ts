export { type CallbackRequest, callbackMiddleware } from './express/middleware.ts';
