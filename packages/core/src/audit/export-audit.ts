import { isPlainObject } from '@colophon/contract';
import { UsageError } from '../errors/errors.ts';
import { type KeySet, publicKeySet } from '../signing/key-documents.ts';
import type { Database } from '../storage/database.ts';
import { readCheckpoint, storedCheckpoints } from './read-checkpoints.ts';
import { ENTRY_COLUMNS, FIRST_COLUMNS, LINK_COLUMNS } from './read-entries.ts';
import { storedChains } from './stored-chains.ts';
import { type ChainEnd, type ChainRecord, type ChainReport, verifyChains } from './verify-chain.ts';

/** The first line of an export. */
export const AUDIT_EXPORT_FORMAT = 'colophon-audit-1';

/**
 * Exports the audit log as lines of JSON: a header, the public keys, the signed checkpoints, then each entry with its link. Verified
 * by `verifyAuditExport`.
 */
export async function* exportAudit(database: Database, now = new Date()): AsyncGenerator<string> {
  yield JSON.stringify({ format: AUDIT_EXPORT_FORMAT, exportedAt: now.toISOString(), keys: (await publicKeySet(database)).keys });
  for await (const { jws: checkpoint } of storedCheckpoints(database)) yield JSON.stringify({ checkpoint });
  for await (const record of storedChains(database)) yield JSON.stringify(record);
}

/** Returns the signed checkpoints of an export, for verifying a database later. @throws UsageError */
export async function checkpointsOfExport(lines: AsyncIterable<string>): Promise<string[]> {
  const checkpoints: string[] = [];
  for await (const line of readLines(lines)) {
    if ('link' in line) return checkpoints;
    if (typeof line['checkpoint'] === 'string') checkpoints.push(line['checkpoint']);
  }
  return checkpoints;
}

/** Returns the end of each chain in an export, for comparing a database with it later. @throws UsageError */
export async function chainEndsOfExport(lines: AsyncIterable<string>): Promise<ChainEnd[]> {
  const ends = new Map<string, ChainEnd>();
  for await (const line of readLines(lines)) {
    if (!('link' in line)) continue;
    const { chain, sequence, chainHash } = recordOf(line).link;
    if (sequence > (ends.get(chain)?.sequence ?? 0)) ends.set(chain, { chain, sequence, chainHash, place: 'the export' });
  }
  return [...ends.values()];
}

/**
 * Verifies an export without its database.
 *
 * @param keys the public keys of the exporter; the keys in the export prove nothing about its origin
 * @throws UsageError if it is not an export, or a checkpoint is invalid
 */
export async function verifyAuditExport(lines: AsyncIterable<string>, keys: KeySet, now = new Date()): Promise<ChainReport> {
  const read = readLines(lines);
  const checkpoints: string[] = [];
  let first: ChainRecord | undefined;
  for (let line = await read.next(); !line.done; line = await read.next()) {
    if (typeof line.value['checkpoint'] === 'string') checkpoints.push(line.value['checkpoint']);
    else {
      first = recordOf(line.value);
      break;
    }
  }
  const statements = await Promise.all(checkpoints.map((jws) => readCheckpoint(jws, keys, now)));
  return verifyChains(recordsFrom(first, read), statements);
}

async function* recordsFrom(first: ChainRecord | undefined, rest: AsyncGenerator<Record<string, unknown>>): AsyncGenerator<ChainRecord> {
  if (first) yield first;
  for await (const line of rest) yield recordOf(line);
}

/** Yields the lines after the first, which must be the header. */
async function* readLines(lines: AsyncIterable<string>): AsyncGenerator<Record<string, unknown>> {
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line.trim() === '') continue;
    const value = parse(line, number);
    if (number > 1) yield value;
    else if (value['format'] !== AUDIT_EXPORT_FORMAT)
      throw new UsageError(`This is not an export of an audit log in the format ${AUDIT_EXPORT_FORMAT}.`);
  }
  if (number === 0) throw new UsageError('The export is empty.');
}

function parse(line: string, number: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  throw new UsageError(`Line ${number} of the export cannot be read: it was truncated or changed.`);
}

const SINCE_THEN = { agentId: null, agentName: null, approvalId: null };

/** Requires exactly these members: a misspelled one would be read as null. Exports of earlier versions have fewer. */
function recordOf(line: Record<string, unknown>): ChainRecord {
  const link = line['link'];
  const entry = hasMembers(line['entry'], FIRST_COLUMNS) ? { ...line['entry'], ...SINCE_THEN } : line['entry'];
  if (Object.keys(line).length !== 2 || !hasMembers(link, LINK_COLUMNS) || !(entry === null || hasMembers(entry, ENTRY_COLUMNS)))
    throw new UsageError('A line of the export is not an entry of an audit log.');
  const { commitments, salts } = link;
  if (!isPlainObject(commitments) || !isPlainObject(salts)) throw new UsageError('A line of the export has no commitments.');
  return { link, entry } as unknown as ChainRecord;
}

function hasMembers(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isPlainObject(value) && Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
}
