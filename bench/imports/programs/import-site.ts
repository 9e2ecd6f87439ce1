import { CONTENT_COLLECTIONS, importSiteFile } from '@colophon/content';
import { applyMigrations, AuditEntries, openDatabase, operationTable } from '@colophon/core';
import { Jobs } from '@colophon/core/jobs';
import { TagAliases, Tags } from '@colophon/tags';

// Imports a file into a database, as the command does, and prints the resource usage: nothing else runs in this process.
const [file = '', url = ''] = process.argv.slice(2);
const database = await openDatabase(url, { pages: 12 });
await applyMigrations(database, operationTable([...CONTENT_COLLECTIONS, Tags, TagAliases, AuditEntries, Jobs]).schema);
const began = performance.now();
const { created, unchanged, failed } = await importSiteFile({ database, file });
const seconds = (performance.now() - began) / 1000;
await database.close();
// In kilobytes, with all threads.
console.log(JSON.stringify({ created, unchanged, failed: failed.length, seconds, peak: process.resourceUsage().maxRSS * 1000 }));
