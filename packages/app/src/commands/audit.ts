import { createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { scrubDeleted, SYSTEM_CALL, UsageError } from '@colophon/core';
import {
  type ChainFault,
  type ChainReport,
  chainEndsOfExport,
  continueShortenedLog,
  checkpointsOfExport,
  eraseAuditValues,
  exportAudit,
  sealAuditEntries,
  verifyAudit,
  verifyAuditExport,
} from '@colophon/core/audit';
import { openNextLog, transparencyLog, verifyLog } from '@colophon/core/log';
import { type DatedJwk, type KeySet, publicKeySet } from '@colophon/core/signing';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { prefixOf } from '../settings/environment.ts';
import { withDatabase } from './with-database.ts';

/** `audit verify`: names the first entry of the audit log that was changed, removed, inserted or moved. */
export const auditVerify: Command = {
  name: 'audit verify',
  summary: 'Check the audit log; names the first entry that was changed, removed, inserted or moved.',
  options: {
    against: { value: 'file', about: 'an earlier export: also detects a truncated or rewritten audit log' },
    file: { value: 'file', about: 'check an export instead of the database' },
    keys: { value: 'file', about: 'the public keys, a JWK Set; default: those of the database' },
  },
  async run(input, context) {
    const [against, file, keysFile] = ['against', 'file', 'keys'].map((name) => input.option(name));
    if (against !== undefined && file !== undefined) throw new CommandUsageError('--against and --file cannot be combined.');
    const keys = keysFile === undefined ? undefined : await readKeys(keysFile);
    if (file !== undefined && keys) return printReport(await verifyAuditExport(linesOf(file), keys), context);
    return withDatabase(context, async (database) => {
      if (file !== undefined) return printReport(await verifyAuditExport(linesOf(file), await publicKeySet(database)), context);
      const earlier =
        against === undefined
          ? {}
          : { against: await checkpointsOfExport(linesOf(against)), ends: await chainEndsOfExport(linesOf(against)) };
      const objects = context.application.table.resources.map(({ definition }) => definition);
      const log = database.ports.use(transparencyLog);
      const logReport = log && (await verifyLog(log));
      const report = await verifyAudit(database, { ...earlier, keys, objects, logged: logReport?.auditHeads });
      for (const fault of logReport?.faults ?? []) say(context.stdout, `LOG ${fault}`);
      if (report.waiting > 0)
        say(
          context.stdout,
          `${report.waiting === 1 ? '1 entry is' : `${report.waiting} entries are`} not sealed yet: a running server does it within a second.`,
        );
      const status = printReport(report, context, { hasExport: against !== undefined, keptAt: report.keptAt });
      return (logReport?.faults.length ?? 0) > 0 ? 1 : status;
    });
  },
};

/** @throws UsageError if the file contains no keys, or other ones than checkpoints are signed with */
async function readKeys(file: string): Promise<KeySet> {
  let keys: unknown;
  try {
    ({ keys } = JSON.parse(await readFile(file, 'utf8')) as { keys?: unknown });
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  if (Array.isArray(keys) && keys.length > 0 && keys.every(isPublicKey)) return { keys };
  throw new UsageError(`${file} is not a JWK Set with Ed25519 keys: download it from /.well-known/jwks.json of the publisher.`);
}

function isPublicKey(value: unknown): value is DatedJwk {
  const { kty, crv, x, kid, iat } = Object(value) as Readonly<Record<string, unknown>>;
  return kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && typeof kid === 'string' && typeof iat === 'number';
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

interface Compared {
  readonly hasExport?: boolean;
  /** Where the heads signed last are kept; null if they are not. */
  readonly keptAt?: string | null;
}

function printReport(
  { entries, chains, erased, checkpoints, faults }: ChainReport,
  { application, stdout }: CommandContext,
  { hasExport = false, keptAt = null }: Compared = {},
): number {
  const signed = counted(checkpoints, 'signed checkpoint');
  const compared = [signed, ...(keptAt === null ? [] : [`the head kept in ${keptAt}`]), ...(hasExport ? ['an export'] : [])];
  say(
    stdout,
    `${counted(entries, 'entry', 'entries')} in ${counted(chains, 'chain')}, compared with ${compared.join(' and ')}. Erased values: ${erased}.`,
  );
  for (const fault of faults) say(stdout, lineOf(fault));
  if (faults.length === 0) say(stdout, hasExport || keptAt !== null ? 'The audit log is intact.' : unknownLength(application));
  return faults.length === 0 ? 0 : 1;
}

/** A log from which the end, or everything, was removed looks like a younger one. */
function unknownLength(application: { readonly slug: string }): string {
  return `What is there is consistent. A shortened log cannot be seen here: no signed head is kept outside of the database. Set ${prefixOf(application)}HEADS, or compare with an export by --against.`;
}

function lineOf({ kind, chain, sequence, entryId, message }: ChainFault): string {
  const position = sequence === 0 ? `chain ${chain}` : `chain ${chain}, number ${sequence}`;
  return `${kind.toUpperCase()} ${entryId ?? 'a missing entry'} (${position}): ${message}`;
}

/** `audit export`: the audit log with its chain, checkpoints and public keys, as lines of JSON. */
export const auditExport: Command = {
  name: 'audit export',
  summary: 'Write the audit log with its chain and signed checkpoints to a file, as lines of JSON.',
  arguments: [{ name: 'file', about: 'the file to write, which must not exist' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const file = input.argument('file');
      await sealAuditEntries(database);
      // The file contains personal data, so it is readable only by its owner.
      const written = pipeline(Readable.from(withLineEnds(exportAudit(database))), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      await written.catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        throw new UsageError(`${file} exists already, and an export does not overwrite a file: choose another name.`);
      });
      say(
        context.stdout,
        `Written to ${file}. Store it on another machine: ${context.application.program} audit verify --against ${file} compares the audit log with it.`,
      );
      return 0;
    });
  },
};

/** `audit erase`: removes personal values from the audit log, and the chain remains valid. */
export const auditErase: Command = {
  name: 'audit erase',
  summary: 'Erase the names in all entries of a caller, or the values of one entry; the chain remains valid.',
  options: {
    caller: { value: 'id', about: 'the id of the user or token whose name is erased' },
    entry: { value: 'id', about: 'the id of the entry whose name and values are erased' },
  },
  async run(input, context) {
    const [callerId, entryId] = ['caller', 'entry'].map((name) => input.option(name));
    if ((callerId === undefined) === (entryId === undefined)) throw new CommandUsageError('Either --caller or --entry is required.');
    return withDatabase(context, async (database) => {
      const erasure = { ...(callerId === undefined ? {} : { callerId }), ...(entryId === undefined ? {} : { entryId }) };
      const erased = await eraseAuditValues(database, erasure, SYSTEM_CALL);
      await sealAuditEntries(database);
      if (erased > 0) await scrubDeleted(database);
      say(
        context.stdout,
        erased === 0
          ? 'Nothing was erased: no such entry is in the audit log, or its values were erased before.'
          : `The values of ${counted(erased, 'entry', 'entries')} were erased, which is recorded in the audit log.`,
      );
      return 0;
    });
  },
};

/** `audit continue`: goes on with a log that does not continue what was signed, such as that of a restored database. */
export const auditContinue: Command = {
  name: 'audit continue',
  summary: 'Go on with an audit log that ends before its last signed head, and record that in it.',
  options: { reason: { value: 'text', required: true, about: 'why it does, for whoever reads the log' } },
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const lost = await continueShortenedLog(database, input.option('reason') ?? '', SYSTEM_CALL);
      const log = database.ports.use(transparencyLog);
      const next = log && (await openNextLog(log));
      if (next) say(context.stdout, `The transparency log goes on as ${next.origin}, which names ${next.former}.`);
      for (const [chain, { sequence }] of lost)
        say(context.stdout, `Chain ${chain}: the ${sequence} entries that were signed are not there.`);
      say(
        context.stdout,
        lost.size === 0 ? 'The audit log continues what was signed: nothing is lost.' : 'It is signed again from here on. The log says so.',
      );
      return 0;
    });
  },
};

/** Opened when it is read: an error of a stream that nobody reads yet would end the process. */
async function* linesOf(file: string): AsyncGenerator<string> {
  await using handle = await open(file);
  yield* handle.readLines();
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
