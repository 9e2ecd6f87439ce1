import { hash } from 'node:crypto';
import { canonicalJson } from '@colophon/contract';
import type { CheckpointStatement } from '../audit/checkpoints.ts';
import type { Row } from '../storage/statement.ts';
import type { Dialect } from '../storage/dialect.ts';
import { isLogged } from './is-logged.ts';
import type { LogSource } from './log-source.ts';

const KIND = 'audit';
const AT_ONCE = 1000;

/**
 * The ends of the chains of audit entries. What is logged of one is a digest with a random part, and a random id: the log tells nothing about
 * how much a house writes, or for whom.
 */
export const loggedHeads: LogSource = {
  kind: KIND,
  async read(database, after, log) {
    const { builder } = database.dialect;
    const query = builder
      .selectFrom('audit_heads as head')
      .select(['head.id as id', 'head.chain as chain', 'head.sequence as sequence', 'head.chainHash as chainHash', 'head.nonce as nonce'])
      .where((each) => each.not(isLogged({ kind: KIND, log, key: 'head.id' })))
      .where('head.id', '>', after ?? '')
      .orderBy('head.id')
      .limit(AT_ONCE);
    const rows = await database.all(query.compile());
    const statements = rows.map((row) => ({ id: String(row['id']), digest: digestOfHead(row) }));
    return { statements, next: undefined };
  },
};

/** The digest of a noted end of a chain, from its row. */
export function digestOfHead(row: Row): string {
  const { chain, sequence, chainHash, nonce } = row;
  return `sha256:${hash('sha256', canonicalJson({ chain, sequence: Number(sequence), chainHash, nonce }), 'hex')}`;
}

/** Returns the statement of a noted end of a chain. */
export function statementOfHead(row: Row, dialect: Dialect): CheckpointStatement {
  return {
    chain: String(row['chain']),
    sequence: Number(row['sequence']),
    chainHash: String(row['chainHash']),
    iat: Math.floor(Date.parse(String(dialect.decode('datetime', row['notedAt']))) / 1000),
  };
}
