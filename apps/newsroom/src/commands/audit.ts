import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SYSTEM_CALL } from '@colophon/core';
import {
  type ChainFault,
  type ChainReport,
  checkpointsOfExport,
  eraseAuditValues,
  exportAudit,
  sealAuditEntries,
  verifyAudit,
  verifyAuditExport,
} from '@colophon/core/audit';
import { type KeySet, publicKeySet } from '@colophon/core/signing';
import { type Command, type CommandContext, CommandUsageError, say } from './command.ts';
import { withDatabase } from './with-database.ts';

/** `newsroom audit verify`: names the first entry of the audit log that was changed, removed, inserted or moved. */
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
    const keys = keysFile === undefined ? undefined : (JSON.parse(await readFile(keysFile, 'utf8')) as KeySet);
    if (file !== undefined && keys) return printReport(await verifyAuditExport(linesOf(file), keys), context);
    return withDatabase(context, async (database) => {
      if (file !== undefined) return printReport(await verifyAuditExport(linesOf(file), await publicKeySet(database)), context);
      const checkpoints = against === undefined ? [] : await checkpointsOfExport(linesOf(against));
      const report = await verifyAudit(database, { against: checkpoints, keys });
      if (report.waiting > 0)
        say(context.stdout, `${report.waiting} entries are not sealed yet: a running server seals them within a second.`);
      return printReport(report, context);
    });
  },
};

function printReport({ entries, chains, erased, checkpoints, faults }: ChainReport, { stdout }: CommandContext): number {
  say(stdout, `${entries} entries in ${chains} chains, compared with ${checkpoints} signed checkpoints; ${erased} values were erased.`);
  for (const fault of faults) say(stdout, lineOf(fault));
  if (faults.length === 0)
    say(
      stdout,
      checkpoints > 0
        ? 'The audit log is intact.'
        : 'The chain is intact; without a signed checkpoint, a complete rewrite cannot be detected.',
    );
  return faults.length === 0 ? 0 : 1;
}

function lineOf({ kind, chain, sequence, entryId, message }: ChainFault): string {
  const position = sequence === 0 ? `chain ${chain}` : `chain ${chain}, number ${sequence}`;
  return `${kind.toUpperCase()} ${entryId ?? 'a missing entry'} (${position}): ${message}`;
}

/** `newsroom audit export`: the audit log with its chain, checkpoints and public keys, as lines of JSON. */
export const auditExport: Command = {
  name: 'audit export',
  summary: 'Write the audit log with its chain and signed checkpoints to a file, as lines of JSON.',
  arguments: [{ name: 'file', about: 'the file to write, which must not exist' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const file = input.argument('file');
      await sealAuditEntries(database);
      // The file contains personal data, so it is readable only by its owner.
      await pipeline(Readable.from(withLineEnds(exportAudit(database))), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      say(
        context.stdout,
        `Written to ${file}. Store it on another machine: newsroom audit verify --against ${file} compares the audit log with it.`,
      );
      return 0;
    });
  },
};

/** `newsroom audit erase`: removes personal values from the audit log, and the chain remains valid. */
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
      say(context.stdout, `The values of ${erased} entries were erased, which is recorded in the audit log.`);
      return 0;
    });
  },
};

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file), crlfDelay: Infinity });
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}
