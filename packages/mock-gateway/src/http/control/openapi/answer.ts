import { published } from '../../../openapi/published.ts';

/** GET /_mock/openapi.json: the document of the control API. */
export const answerControlDocument = published(async (origin) =>
  (await import('./control-document.ts')).controlDocument(origin),
);
