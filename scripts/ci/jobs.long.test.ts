import { describeShopJobs } from './jobs.contract.ts';

describeShopJobs('all cases');
