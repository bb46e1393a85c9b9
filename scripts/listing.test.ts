import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import cli from '../packages/cli/package.json' with { type: 'json' };
import server from '../server.json' with { type: 'json' };
import schema from './mcp-registry.schema.json' with { type: 'json' };
import { root } from './workspace.mjs';

describe('server.json', () => {
  it('server.json matches the schema of the MCP registry', () => {
    const ajv = new Ajv({ strictTypes: false, strictRequired: false, formats: { uri: /^https?:\/\/\S+$/ } });
    const validate = ajv.compile(schema);
    validate(server);
    expect(validate.errors).toBeNull();
    expect(server.$schema).toBe(schema.$id);
    expect(validate({ ...server, packages: [{ ...server.packages[0], version: 'latest' }] })).toBe(false);
  });

  it('server.json contains the name and the version of the published command', () => {
    const { mcpName, name, version } = cli;
    expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] });
  });
});

it('the skill has the name of its folder and a description that an assistant can load', () => {
  const text = readFileSync(path.join(root, 'skills/inrgate/SKILL.md'), 'utf8');
  const [, head = ''] = /^---\n(.*?)\n---\n/s.exec(text) ?? [];
  const { name, description } = parse(head) as Readonly<Record<string, string>>;
  expect(name).toBe('inrgate');
  expect(description?.length).toBeLessThanOrEqual(1024);
  expect(text.split('\n').length).toBeLessThan(500);
});
