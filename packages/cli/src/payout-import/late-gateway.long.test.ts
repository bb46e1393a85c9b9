import { lateGatewayContract } from './late-gateway.contract.ts';

lateGatewayContract('full');
