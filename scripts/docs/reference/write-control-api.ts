/** Writes the page of the control API among the pages that `npm run docs` builds and that the repository does not keep. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createMockGateway } from '../../../packages/mock-gateway/src/gateway.ts';
import { root } from '../site/pages.ts';
import { controlApiPage } from './apis.ts';
import type { Document } from './openapi.ts';

const folder = path.join(root, 'docs/reference/api');
const gateway = await createMockGateway();
const response = await gateway.fetch(new URL('/_mock/openapi.json', gateway.baseUrl));
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'control-api.md'), controlApiPage((await response.json()) as Document));
await gateway.close();
