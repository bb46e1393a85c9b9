/** The settings of the image, from the last stage of the Dockerfile. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser, ModifiableInstruction, PropertyInstruction } from 'dockerfile-ast';
import { root } from '../workspace.mjs';

const nanoseconds = 1_000_000_000;

/** @typedef {import('dockerfile-ast').Instruction} Instruction */

/**
 * Effect of each instruction on `config` of the image (https://specs.opencontainers.org/image-spec/config).
 * @type {Record<string, (instruction: Instruction) => object>}
 */
const changes = {
  LABEL: (instruction) => ({ Labels: properties(instruction) }),
  ENV: (instruction) => ({
    Env: Object.entries(properties(instruction)).map(([name, value]) => `${name}=${value}`),
  }),
  USER: (instruction) => ({ User: argument(instruction) }),
  WORKDIR: (instruction) => ({ WorkingDir: argument(instruction) }),
  VOLUME: (instruction) => ({ Volumes: Object.fromEntries(list(instruction).map((volume) => [volume, {}])) }),
  EXPOSE: (instruction) => ({ ExposedPorts: { [`${argument(instruction)}/tcp`]: {} } }),
  STOPSIGNAL: (instruction) => ({ StopSignal: argument(instruction) }),
  ENTRYPOINT: (instruction) => ({ Entrypoint: list(instruction) }),
  CMD: (instruction) => ({ Cmd: list(instruction) }),
  HEALTHCHECK: (instruction) => ({ Healthcheck: healthcheck(instruction) }),
};

/** `config` of the image, as the Dockerfile sets it. */
export function imageSettings() {
  const stages = DockerfileParser.parse(readFileSync(path.join(root, 'Dockerfile'), 'utf8'));
  const instructions = stages.getInstructions();
  const last = instructions.findLastIndex((instruction) => instruction.getKeyword() === 'FROM');
  const settings = instructions
    .slice(last + 1)
    .filter((instruction) => instruction.getKeyword() !== 'COPY')
    .map((instruction) => {
      const change = changes[instruction.getKeyword()];
      if (change === undefined)
        throw new Error(`scripts/image/settings.mjs does not know ${instruction.getKeyword()}`);
      return change(instruction);
    });
  return Object.assign({}, ...settings);
}

/** @param {Instruction} instruction */
function argument(instruction) {
  return instruction.getArgumentsContent() ?? '';
}

/**
 * @param {Instruction} instruction
 * @returns {string[]}
 */
function list(instruction) {
  const [json = '[]'] = /\[.*\]/.exec(argument(instruction)) ?? [];
  return JSON.parse(json);
}

/**
 * @param {Instruction} instruction
 * @returns {Record<string, string>}
 */
function properties(instruction) {
  if (!(instruction instanceof PropertyInstruction)) return {};
  return Object.fromEntries(
    instruction.getProperties().map((property) => [property.getName(), property.getValue() ?? '']),
  );
}

/** @param {Instruction} instruction */
function healthcheck(instruction) {
  const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
  const seconds = (/** @type {string} */ name) =>
    Number.parseInt(flags.find((flag) => flag.getName() === name)?.getValue() ?? '0', 10);
  return {
    Test: ['CMD', ...list(instruction)],
    Interval: seconds('interval') * nanoseconds,
    Timeout: seconds('timeout') * nanoseconds,
    StartPeriod: seconds('start-period') * nanoseconds,
    Retries: seconds('retries'),
  };
}
