import { readFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';

const componentSchema = z.tuple([
  z.object({ spec: z.object({ inputs: z.record(z.string(), z.object({ default: z.string() })) }) }),
  z.object({
    '.inrgate': z.object({ variables: z.record(z.string(), z.string()), before_script: z.array(z.string()) }),
  }),
]);
const jobsSchema = z.object({
  payments: z.object({
    extends: z.literal('.inrgate'),
    variables: z.record(z.string(), z.string()),
    script: z.array(z.string()),
  }),
});
const plainSchema = z.object({
  payments: z.object({ variables: z.record(z.string(), z.string()), script: z.array(z.string()) }),
});

/** Reads the job `payments` of a file that does not use the component. */
export function readGitlabJob(file: string) {
  const { payments } = plainSchema.parse(parse(readFileSync(file, 'utf8')));
  return { env: payments.variables, steps: [{ name: 'script', run: payments.script.join('\n') }] };
}

export function gitlabJob(file: string, component: string) {
  const documents = parseAllDocuments(readFileSync(component, 'utf8')).map((one) => one.toJS() as unknown);
  const [{ spec }, template] = componentSchema.parse(documents);
  const filled = (text: string) =>
    text.replaceAll(
      /\$\[\[ inputs\.(\w+) \]\]/g,
      (_all, name: string) => spec.inputs[name]?.default ?? `no input ${name}`,
    );
  const { variables, before_script: before } = template['.inrgate'];
  const { payments } = jobsSchema.parse(parse(readFileSync(file, 'utf8')));
  const own = Object.entries(variables).map(([name, text]) => [name, filled(text)]);
  return {
    script: [...before.map(filled), ...payments.script].join('\n'),
    env: { ...(Object.fromEntries(own) as Record<string, string>), ...payments.variables },
  };
}
