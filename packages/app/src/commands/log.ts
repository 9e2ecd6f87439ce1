import { transparencyLog, type TransparencyLog, verifyLog } from '@colophon/core/log';
import { UsageError } from '@colophon/core';
import { createOutbound } from '@colophon/outbound';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import { compareMirror } from '../mirror/compare-mirror.ts';
import { exportLog } from '../mirror/export-log.ts';
import { FolderSource, HttpSource, type LogFiles } from '../mirror/log-files.ts';
import { followLog } from '../mirror/follow-log.ts';
import { hostOf, userAgentOf } from '../server/outbound.ts';
import { prefixOf } from '../settings/environment.ts';
import { withDatabase } from './with-database.ts';

/** `log verify`: checks the transparency log of the database, and a mirror of it. */
export const logVerify: Command = {
  name: 'log verify',
  summary: 'Check the transparency log: its entries, tiles and signed heads, and that it continues an earlier mirror.',
  options: { mirror: { value: 'place', about: 'a copy made earlier, by you or others: a folder, or the address of one' } },
  async run(input, context) {
    return withDatabase(context, async (database, { baseUrl }) => {
      const log = requireLog(database.ports.use(transparencyLog), context);
      const report = await verifyLog(log);
      for (const { origin, entries, heads } of report.logs) say(context.stdout, `${origin}: ${entries} entries, ${heads} signed heads.`);
      const faults = [...report.faults];
      const mirror = input.option('mirror');
      if (mirror !== undefined) {
        const compared = await compareMirror(log, filesAt(mirror, baseUrl, context));
        if (compared.fault !== undefined) faults.push(compared.fault);
        else say(context.stdout, `It continues the mirror, which has ${compared.size} entries.`);
      }
      for (const fault of faults) say(context.stdout, `FAULT ${fault}`);
      if (faults.length === 0) say(context.stdout, verdictOf(report.keptAt !== null || mirror !== undefined, context));
      return faults.length === 0 ? 0 : 1;
    });
  },
};

function verdictOf(isCompared: boolean, { application }: CommandContext): string {
  if (isCompared) return 'The transparency log is intact.';
  return `What is there is consistent. A shortened log cannot be seen here: no signed head is kept outside of the database. Set ${prefixOf(application)}HEADS, or compare with a mirror by --mirror.`;
}

/** `log export`: the log as the files that a mirror serves. */
export const logExport: Command = {
  name: 'log export',
  summary: 'Write the transparency log to a folder, as the files that any web server can serve.',
  arguments: [{ name: 'folder', about: 'the folder; what an earlier export wrote is completed' }],
  async run(input, context) {
    return withDatabase(context, async (database) => {
      const log = requireLog(database.ports.use(transparencyLog), context);
      const size = await exportLog(log, input.argument('folder'));
      say(context.stdout, `${size} entries are in ${input.argument('folder')}.`);
      return 0;
    });
  },
};

/** `log follow`: mirrors the log of somebody else, and keeps the evidence if it does not continue. */
export const logFollow: Command = {
  name: 'log follow',
  summary: "Copy another publisher's transparency log, entry by entry, and check that it continues the copy.",
  arguments: [
    { name: 'address', about: 'of the log, such as https://news.example/log' },
    { name: 'folder', about: 'where the copy is, or is made' },
  ],
  options: { key: { value: 'vkey', about: 'the key of the log; without it the one that the log has when it is first copied' } },
  async run(input, context) {
    const { baseUrl } = context.loadConfig();
    const files = filesAt(input.argument('address'), baseUrl, context);
    const { size, added, fork } = await followLog(files, input.argument('folder'), input.option('key'));
    if (fork === undefined) {
      say(context.stdout, `${added} entries were added: the copy has ${size}, and continues what was there.`);
      return 0;
    }
    say(context.stdout, `FORK ${fork.message} Both signed heads are in ${fork.file}: they are evidence.`);
    return 1;
  },
};

/** @throws CommandUsageError for an address that is none */
function filesAt(place: string, baseUrl: string, { application }: CommandContext): LogFiles {
  if (!/^https?:/i.test(place)) return new FolderSource(place);
  if (!URL.canParse(place)) throw new CommandUsageError(`${place} is not an address.`);
  // The user of the command names this host, so it may be in their own network.
  const outbound = createOutbound({ userAgent: userAgentOf(baseUrl, application.version), allowHosts: [hostOf(place)] });
  return new HttpSource(place, outbound);
}

/** @throws UsageError if there is none */
function requireLog(log: TransparencyLog | undefined, { application }: CommandContext): TransparencyLog {
  if (log) return log;
  throw new UsageError('There is no transparency log, because there is no key for it.', {
    hint: `Set ${prefixOf(application)}LOG_KEY: ${application.slug} keys generate prints one.`,
  });
}
