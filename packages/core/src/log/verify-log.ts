import {
  EMPTY_TREE,
  growTree,
  LogError,
  parseVerifierKey,
  policyOfLog,
  TILE_WIDTH,
  type TreeEdge,
  verifyCheckpoint,
} from '@colophon/verify';
import type { CheckpointStatement } from '../audit/checkpoints.ts';
import { AUDIT_TABLE } from '../journal/chain-names.ts';
import { headKeeper } from '../heads/kept-heads.ts';
import type { Database } from '../storage/database.ts';
import { asBytes, asText, equal, sha256 } from './hashes.ts';
import { LogDamagedError } from './log-error.ts';
import { leafHashOf, leafOf } from './log-leaf.ts';
import { digestOfHead, statementOfHead } from './logged-heads.ts';
import { provedEdge } from './sequence-entries.ts';
import type { OpenLog, TransparencyLog } from './transparency-log.ts';

/** The result of verifying the transparency log of a database. */
export interface LogReport {
  /** The logs, the open one last, with the entries that a signed head covers. */
  readonly logs: readonly { readonly origin: string; readonly entries: number; readonly heads: number }[];
  /** What is wrong, a sentence each. */
  readonly faults: readonly string[];
  /** The ends of chains of audit entries that are proved to be in a log. */
  readonly auditHeads: readonly CheckpointStatement[];
  /** Where the last head is kept outside of the database; null if it is not: then the database alone cannot show that the log was shortened. */
  readonly keptAt: string | null;
}

const AT_ONCE = 1024;

/**
 * Verifies the transparency logs of a database: that each entry is what it is hashed as, that the entries lead to the root of every head, that
 * each head is signed, that the tiles are those of the entries, and that the open log continues the head kept outside of the database.
 */
export async function verifyLog(log: TransparencyLog): Promise<LogReport> {
  const faults: string[] = [];
  const found: { origin: string; entries: number; heads: number }[] = [];
  for (const open of await log.logs()) found.push({ origin: open.origin, ...(await walk(log, open, faults)) });
  const keeper = log.database.ports.use(headKeeper);
  const kept = await log.keptHead();
  const open = await log.current();
  try {
    if (open) await provedEdge(log, open, await log.head(open.number));
    else if (kept) faults.push(`${keeper?.place} holds a head of ${kept.origin}, but the database has no log.`);
  } catch (error) {
    if (!(error instanceof LogDamagedError || error instanceof LogError)) throw error;
    faults.push(error.message);
  }
  const auditHeads = await provedHeads(log, faults);
  return { logs: found, faults: [...new Set(faults)], auditHeads, keptAt: kept && keeper ? keeper.place : null };
}

/** Grows the tree again, head by head. */
async function walk(log: TransparencyLog, open: OpenLog, faults: string[]): Promise<{ entries: number; heads: number }> {
  const { database } = log;
  const policy = policyOfLog(await parseVerifierKey(open.vkey));
  let tree: TreeEdge = EMPTY_TREE;
  let heads = 0;
  let ended = false;
  for (const { size, root, note } of await headsOf(database, open.number)) {
    while (tree.size < size && !ended) {
      const leaves = await leavesFrom(database, open, tree.size, Math.min(AT_ONCE, size - tree.size), faults);
      if (leaves.length === 0) ended = true;
      const grown = await growTree(tree, leaves, sha256);
      await compareTiles(database, open, grown.full, faults);
      tree = grown;
    }
    if (ended) {
      faults.push(`${open.origin} has ${tree.size} entries, but a head of ${size} was signed: entries are missing.`);
      break;
    }
    const { root: own } = await growTree(tree, [], sha256);
    try {
      const head = await verifyCheckpoint(note, { policy, origin: open.origin });
      if (head.size !== size || asText(head.root) !== root || !equal(head.root, own))
        faults.push(`The signed head of ${size} entries of ${open.origin} is not that of its entries: they were changed.`);
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      faults.push(`The head of ${size} entries of ${open.origin} is not valid: ${error.message}`);
    }
    heads += 1;
  }
  return { entries: tree.size, heads };
}

async function headsOf(database: Database, log: number): Promise<{ size: number; root: string; note: string }[]> {
  const query = database.dialect.builder
    .selectFrom('log_heads')
    .select(['size', 'root', 'note'])
    .where('log', '=', log)
    .orderBy('size')
    .orderBy('id');
  const rows = await database.values(query.compile());
  return rows.map(([size, root, note]) => ({ size: Number(size), root: String(root), note: String(note) }));
}

async function leavesFrom(database: Database, open: OpenLog, start: number, count: number, faults: string[]): Promise<Uint8Array[]> {
  const query = database.dialect.builder
    .selectFrom('log_entries')
    .select(['index', 'kind', 'objectId', 'leaf', 'leafHash'])
    .where('log', '=', open.number)
    .where('index', '>=', start)
    .where('index', '<', start + count)
    .orderBy('index');
  const leaves: Uint8Array[] = [];
  for (const [index, kind, objectId, leaf, leafHash] of await database.values(query.compile())) {
    const hash = leafHashOf(String(leaf));
    const { digest } = parsed(String(leaf));
    const isItself = String(leaf) === leafOf(String(kind), String(objectId), digest) && asText(hash) === String(leafHash);
    if (!isItself || Number(index) !== start + leaves.length)
      faults.push(`Entry ${start + leaves.length} of ${open.origin} is missing, or is not what it is hashed as.`);
    leaves.push(hash);
  }
  return leaves;
}

function parsed(leaf: string): { readonly digest: string } {
  try {
    return { digest: String((JSON.parse(leaf) as { digest?: unknown }).digest) };
  } catch {
    return { digest: '' };
  }
}

async function compareTiles(
  database: Database,
  open: OpenLog,
  full: readonly { readonly tile: { readonly level: number | 'entries'; readonly index: number }; readonly hashes: Uint8Array }[],
  faults: string[],
): Promise<void> {
  for (const { tile, hashes } of full) {
    const query = database.dialect.builder
      .selectFrom('log_tiles')
      .select('hashes')
      .where('log', '=', open.number)
      .where('level', '=', Number(tile.level))
      .where('position', '=', tile.index);
    const row = await database.first(query.compile());
    if (!row || !equal(asBytes(row['hashes']), hashes) || hashes.length !== TILE_WIDTH * 32)
      faults.push(`Tile ${tile.index} of level ${tile.level} of ${open.origin} is missing, or is not that of its entries.`);
  }
}

/** The noted ends of chains that a signed head covers, with the digest that was logged. */
async function provedHeads(log: TransparencyLog, faults: string[]): Promise<CheckpointStatement[]> {
  const { dialect } = log.database;
  const statements: CheckpointStatement[] = [];
  for (const { number, origin } of await log.logs()) {
    const size = (await log.head(number))?.size ?? 0;
    const query = dialect.builder
      .selectFrom('log_entries as entry')
      .leftJoin('audit_heads as head', 'head.id', 'entry.objectId')
      .select([
        'entry.leaf as leaf',
        'head.chain as chain',
        'head.sequence as sequence',
        'head.chainHash as chainHash',
        'head.nonce as nonce',
        'head.notedAt as notedAt',
      ])
      .where('entry.log', '=', number)
      .where('entry.kind', '=', 'audit')
      .where('entry.index', '<', size)
      .orderBy('entry.index');
    for (const row of await log.database.all(query.compile())) {
      const isLoggedSo = row['chain'] !== null && digestOfHead(row) === parsed(String(row['leaf'])).digest;
      if (isLoggedSo) statements.push(statementOfHead(row, dialect));
      else faults.push(`An end of the ${AUDIT_TABLE} that ${origin} has logged is missing in the database, or was changed.`);
    }
  }
  return statements;
}
