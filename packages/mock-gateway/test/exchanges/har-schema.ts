import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import published from './har-1.2.schema.json' with { type: 'json' };

const ajv = new Ajv({ strict: false, validateSchema: false, allErrors: true });
addFormats.default(ajv);
// The schema is a draft-06 schema, but it uses only features that mean the same in draft-07.
for (const schema of published.schemas)
  ajv.addSchema({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });

/** Returns the errors that the published schema of HAR 1.2 reports. */
export function harFaults(har: unknown): readonly string[] {
  const validate = ajv.getSchema('har.json#') ?? ajv.getSchema('har.json');
  if (validate === undefined) throw new Error('there is no schema of a HAR');
  if (validate(har) === true) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
