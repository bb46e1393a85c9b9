import { reportOnDemand } from './report.ts';

reportOnDemand();
