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
import { markChanged } from '../editions/record/mark-changed.ts';
import { jsonInput } from '../record/json-input.ts';

/** The status of a fact. */
export const FACT_STATUSES = ['active', 'disputed', 'superseded', 'retracted'] as const;
export type FactStatus = (typeof FACT_STATUSES)[number];

/** The fields that editions freeze: readers get what they say when the piece is published again. */
const TOLD_OF_IT = ['statement', 'status', 'confidence', 'sources'] as const;

/** A source of a fact. */
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
  statement: statement.describe('The statement that replaces this one.'),
  confidence: z.number().min(0).max(1).optional(),
  sources: jsonInput(z.array(FactSource).max(200), 'A list of {title, url, note}.').optional(),
});
export type SupersedeInput = z.infer<typeof SupersedeInput>;

/**
 * A statement held to be true, which content can rely on. A fact that proves wrong is not rewritten: another one supersedes it and names it
 * in `previousFactId`, so that content that relied on the old one can be found.
 */
export class Fact extends object(
  {
    statement: text({ required: true, maxLength: 10_000, search: 'A', description: 'The fact, in a sentence.' }),
    status: text({ values: FACT_STATUSES, default: 'active' }),
    previousFactId: reference('facts', { description: 'The fact that this one supersedes.' }),
    confidence: real({ minimum: 0, maximum: 1, description: 'The confidence, from 0 to 1.' }),
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
    description: 'Facts that content relies on.',
  },
) {
  static readonly operations: Operations<Fact> = {
    supersede: {
      input: SupersedeInput,
      output: recordOutput(),
      creates: true,
      description: 'Replace this fact with another statement.',
    },
  };

  /**
   * Creates a fact that supersedes this one. Content that relies on this one then shows that.
   *
   * @throws ConflictError if the fact is already superseded: supersede its successor
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
      throw fault('global', 'is global: only callers who act on global records can supersede it');
    if (previous?.tenantId !== this.tenantId) throw fault('not_found', `fact ${String(previousFactId).slice(0, 200)} does not exist`);
    await refuseLoop(this, previous);
    if (previous.status === 'superseded')
      throw new ConflictError(`Fact ${previous.id} is already superseded.`, {
        code: 'superseded',
        hint: 'Supersede the fact that replaced it.',
      });
  }

  protected override async afterSave({ created, changed, previous, database, call }: SaveContext): Promise<void> {
    if (!created && TOLD_OF_IT.some((name) => changed.includes(name))) {
      const users = [{ table: 'fact_links', record: 'contentId', column: 'factId', values: [this.id] }] as const;
      await markChanged(database, 'fact', users, call.now());
    }
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

/** A fact that is no longer superseded is active again. */
async function release(facts: Facts, id: unknown): Promise<void> {
  const fact = typeof id === 'string' ? await facts.get(id) : undefined;
  if (fact?.status !== 'superseded' || (await facts.find({ previousFactId: fact.id }))) return;
  fact.status = 'active';
  await fact.save();
}

/** The facts of a database. */
export class Facts extends collection(Fact) {}

/** Follows the chain of superseded facts; each is visited once, so that a corrupt chain ends too. */
async function refuseLoop(fact: Fact, previous: Fact): Promise<void> {
  const facts = new Facts(fact.database);
  const seen = new Set<string>();
  for (let each: Fact | undefined = previous; each && !seen.has(each.id);) {
    if (each.id === fact.id) throw cycle();
    seen.add(each.id);
    each = each.previousFactId === null ? undefined : await facts.get(each.previousFactId);
  }
}

/** Callers branch on it, so it is the code of the error, as it is for tags. */
function cycle(): ValidationError {
  const detail = 'would make the fact supersede itself';
  return new ValidationError(`previousFactId: ${detail}`, {
    code: 'cycle',
    errors: [{ pointer: '/previousFactId', code: 'cycle', detail }],
  });
}

function fault(code: string, detail: string): ValidationError {
  return ValidationError.of([{ pointer: '/previousFactId', code, detail }]);
}
