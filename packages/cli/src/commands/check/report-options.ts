import { access, constants, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckReport, ReportFormat } from '@inrgate/conformance';
import { type Command, Option } from 'commander';
import { oneOf } from '../../input/choices.ts';
import { unwritable } from '../../input/files.ts';
import { EndedWith, exitCodes } from '../../output/exit-codes.ts';
import type { Output } from '../../output/output.ts';
import { CheckImpossible, UsageError } from '../../output/usage-error.ts';
import type { ReportTextOptions } from './report-text.ts';

const reportFormats: readonly ReportFormat[] = ['json', 'junit', 'tap'];

export interface ReportOptions {
  readonly report?: ReportFormat;
  readonly output?: string;
}

export function addReportOptions(command: Command): Command {
  return command
    .addOption(oneOf(new Option('--report <format>', 'print a report in this format'), reportFormats))
    .option('--output <file>', 'write the report to this file instead of standard output');
}

/** @throws {UsageError} for an invalid option. Call it before the check starts */
export async function checkReportOptions({ output, report }: ReportOptions): Promise<void> {
  if (output === undefined) return;
  if (report === undefined) {
    throw new UsageError(`--output requires --report. Allowed formats: ${reportFormats.join(', ')}`);
  }
  await checkWritable(output);
}

/**
 * Checks that a file is writable, without changing the file, before the check creates the first order.
 *
 * @throws {UsageError} for an unwritable file
 */
async function checkWritable(file: string): Promise<void> {
  try {
    const isFolder = await stat(file).then(
      (found) => found.isDirectory(),
      () => null,
    );
    if (isFolder) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
    await access(isFolder === null ? path.dirname(file) : file, constants.W_OK);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

interface ReportInput extends ReportTextOptions {
  readonly name: string;
  readonly options: ReportOptions;
}

/**
 * Prints or writes a report in the chosen format. Sets the exit code.
 *
 * @throws {UsageError} for an unwritable file
 * @throws {EndedWith} if a case failed, or if all cases were skipped
 */
export async function tellReport(
  output: Output,
  report: CheckReport,
  { name, options: { report: format, output: file }, ...told }: ReportInput,
): Promise<void> {
  const { formattedReport } = await import('@inrgate/conformance');
  const { reportText } = await import('./report-text.ts');
  if (format !== undefined && file !== undefined) await writeOut(file, formattedReport(report, format, name));
  if (format !== undefined && file === undefined && !output.json) {
    process.stdout.write(formattedReport(report, format, name));
  } else output.data(report, () => reportText(report, told));
  if (report.failed > 0) throw new EndedWith(exitCodes.failed);
  if (report.passed + report.warned === 0) throw new EndedWith(exitCodes.noAnswer);
}

async function writeOut(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (cause) {
    throw unwritable(file, cause);
  }
}

/**
 * Runs a check and converts its errors to errors of the command.
 *
 * @throws {UsageError} for an invalid option
 * @throws {CheckImpossible} if the check produced no report
 */
export async function reportOf<Report>(check: () => Promise<Report>): Promise<Report> {
  const { CheckError } = await import('@inrgate/conformance');
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof CheckError)) throw error;
    if (error.cause instanceof CheckImpossible) throw error.cause;
    if (error.code === 'invalid_option') throw new UsageError(error.message, { cause: error });
    throw new CheckImpossible(error.code, error.message, { cause: error });
  }
}
