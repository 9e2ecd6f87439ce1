import {
  collection,
  ConflictError,
  json,
  object,
  type Operations,
  real,
  reference,
  type SaveContext,
  text,
  ValidationError,
  recordOutput,
} from '@colophon/core';
import { z } from 'zod';
import { jsonInput } from '../record/json-input.ts';

/** Where a fact stands. */
export const FACT_STATUSES = ['active', 'disputed', 'superseded', 'retracted'] as const;
export type FactStatus = (typeof FACT_STATUSES)[number];

/** Where a fact is known from. */
export const FactSource = z.strictObject({
  title: z.string().max(1000).optional(),
  url: z
    .string()
    .max(2000)
    .regex(/^https?:\/\/\S+$/i, 'must be an http or https address')
    .optional(),
  note: z.string().max(5000).optional(),
});
export type FactSource = z.infer<typeof FactSource>;

const statement = z.string().trim().min(1).max(10_000);

export const SupersedeInput = z.strictObject({
  statement: statement.describe('The statement that takes the place of this one.'),
  confidence: z.number().min(0).max(1).optional(),
  sources: jsonInput(z.array(FactSource).max(200), 'A list of {title, url, note}.').optional(),
});
export type SupersedeInput = z.infer<typeof SupersedeInput>;

/**
 * Something held to be true, that content may lean on. A fact that proves wrong is not rewritten: another one supersedes
 * it and names it in `previousFactId`, so that what leant on the old one can be told.
 */
export class Fact extends object(
  {
    statement: text({ required: true, maxLength: 10_000, search: 'A', description: 'The fact, in a sentence.' }),
    status: text({ values: FACT_STATUSES, default: 'active' }),
    previousFactId: reference('facts', { description: 'The fact that this one supersedes.' }),
    confidence: real({ minimum: 0, maximum: 1, description: 'How sure it is, from 0 to 1.' }),
    sources: json<FactSource[]>({ default: [], schema: z.array(FactSource).max(200), description: 'A list of {title, url, note}.' }),
    metadata: json({ default: {} }),
  },
  {
    table: 'facts',
    tenant: true,
    api: true,
    mcp: true,
    cli: { include: ['list', 'get', 'create', 'update', 'delete', 'supersede'] },
    access: { read: 'viewer', create: 'editor', update: 'editor', delete: 'admin' },
    label: 'Facts',
    description: 'Facts that content leans on.',
  },
) {
  static readonly operations: Operations<Fact> = {
    supersede: {
      input: SupersedeInput,
      output: recordOutput(),
      creates: true,
      description: 'Put another statement in the place of this one.',
    },
  };

  /**
   * Makes a fact that supersedes this one. Whatever leans on this one says so from then on.
   *
   * @throws ConflictError when the fact is superseded already: supersede its successor
   */
  async supersede(input: SupersedeInput, call = this.call): Promise<Fact> {
    return new Facts(this.database, call).add({
      statement: input.statement,
      previousFactId: this.id,
      confidence: input.confidence ?? this.confidence,
      sources: input.sources ?? [],
      tenantId: this.tenantId,
    });
  }

  protected override async beforeSave({ created, changed, database }: SaveContext): Promise<void> {
    const { previousFactId } = this;
    if (previousFactId === null || !(created || changed.includes('previousFactId'))) return;
    await database.lock('fact-supersession');
    const previous = await new Facts(database).get(previousFactId);
    if (previous && previous.tenantId === null && this.tenantId !== null)
      throw fault('global', 'is global: only who acts on global records supersedes it, for everybody');
    if (previous?.tenantId !== this.tenantId) throw fault('not_found', `there is no fact ${String(previousFactId).slice(0, 200)}`);
    await refuseLoop(this, previous);
    if (previous.status === 'superseded')
      throw new ConflictError(`Fact ${previous.id} is superseded already.`, {
        code: 'superseded',
        hint: 'Supersede the fact that took its place.',
      });
  }

  protected override async afterSave({ created, changed, previous, database, call }: SaveContext): Promise<void> {
    if (!created && !changed.includes('previousFactId')) return;
    await release(new Facts(database, call), previous?.['previousFactId']);
    if (this.previousFactId === null) return;
    const superseded = await new Facts(database, call).require(this.previousFactId);
    superseded.status = 'superseded';
    await superseded.save();
  }

  protected override async afterDelete({ database, call }: SaveContext): Promise<void> {
    await release(new Facts(database, call), this.previousFactId);
  }
}

/** A fact that nothing supersedes any more stands again. */
async function release(facts: Facts, id: unknown): Promise<void> {
  const fact = typeof id === 'string' ? await facts.get(id) : undefined;
  if (fact?.status !== 'superseded' || (await facts.find({ previousFactId: fact.id }))) return;
  fact.status = 'active';
  await fact.save();
}

/** The facts of a database. */
export class Facts extends collection(Fact) {}

/** Walks back from the fact that is to be superseded; each is seen once, so that a chain that is broken ends too. */
async function refuseLoop(fact: Fact, previous: Fact): Promise<void> {
  const facts = new Facts(fact.database);
  const seen = new Set<string>();
  for (let each: Fact | undefined = previous; each && !seen.has(each.id);) {
    if (each.id === fact.id) throw fault('loop', 'would make the fact supersede itself');
    seen.add(each.id);
    each = each.previousFactId === null ? undefined : await facts.get(each.previousFactId);
  }
}

function fault(code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: '/previousFactId', code, detail }]);
}
