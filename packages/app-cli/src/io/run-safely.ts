import { CliError, InterruptedError } from '../errors/errors.ts';
import { ExitCode } from '../errors/exit-code.ts';
import type { Io } from './io.ts';
import { escapeJsonText, sanitizeLine, sanitizeText } from './sanitize.ts';

/**
 * Runs work that stops on Ctrl-C, reports errors, closes connections and sets the exit code.
 *
 * The process is left to end by itself, so that all output is written; work that ignores the signal does not block it.
 */
export async function runSafely(io: Io, argv: readonly string[], work: (signal: AbortSignal) => Promise<void>): Promise<number> {
  const controller = new AbortController();
  const interrupted = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener('abort', () => reject(new InterruptedError()), { once: true });
  });
  const release = io.onInterrupt(() => controller.abort());
  let code: number = ExitCode.ok;
  try {
    await Promise.race([work(controller.signal), interrupted]);
  } catch (error) {
    code = error instanceof CliError ? error.exitCode : ExitCode.other;
    report(io, argv, error);
    // An unfinished prompt or payload would keep the process alive.
    if (error instanceof InterruptedError) io.stdin.destroy?.();
  } finally {
    release();
    io.transport.close();
  }
  io.setExitCode(code);
  return code;
}

function report(io: Io, argv: readonly string[], error: unknown): void {
  const flags = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  const cliError = error instanceof CliError ? error : undefined;
  const message = cliError?.message ?? `Something unexpected happened: ${error instanceof Error ? error.message : String(error)}`;
  if (flags.includes('--json')) {
    const output = {
      code: cliError?.code ?? 'unexpected',
      message: sanitizeLine(message),
      exitCode: cliError?.exitCode ?? ExitCode.other,
      ...(cliError?.hint !== undefined && { hint: sanitizeLine(cliError.hint) }),
      ...(cliError !== undefined && 'problem' in cliError && { problem: cliError.problem }),
    };
    io.stderr.write(`${escapeJsonText(JSON.stringify(output))}\n`);
    return;
  }
  if (error instanceof InterruptedError) {
    io.stderr.write('\n');
    return;
  }
  const lines = [`${io.program.name}: ${sanitizeLine(message)}`, ...(cliError?.lines ?? []).map((line) => `  ${sanitizeLine(line)}`)];
  if (cliError?.hint !== undefined) lines.push(`  ${sanitizeLine(cliError.hint)}`);
  if (cliError === undefined && flags.includes('--debug') && error instanceof Error) lines.push(sanitizeText(error.stack ?? ''));
  io.stderr.write(`${lines.join('\n')}\n`);
}
