import { type Call, ConflictError, type Database } from '@colophon/core';
import { type DraftDocument, stateOf } from '@colophon/draft';
import { type DraftRow, newRow } from './draft-rows.ts';

/** States of one draft that may be pinned at once. */
const MOST_PINS = 20;

/** Keeps a state of a draft for a day, or until it is published: somebody reviews it while others write. @throws ConflictError `too_many` */
export async function pinState(database: Database, row: DraftRow, sequence: number, document: DraftDocument, call: Call): Promise<void> {
  const { builder } = database.dialect;
  await database.transaction(async () => {
    const pins = await database.all(builder.selectFrom('content_draft_pins').select('sequence').where('draftId', '=', row.id).compile());
    if (pins.some((pin) => Number(pin['sequence']) === sequence)) return;
    if (pins.length >= MOST_PINS)
      throw new ConflictError(`There are ${MOST_PINS} states of this draft under review; publish, or wait until they are forgotten.`, {
        code: 'too_many',
      });
    const values = { ...newRow(call, row.tenantId), draftId: row.id, epoch: row.epoch, sequence, state: stateOf(document) };
    const insert = builder
      .insertInto('content_draft_pins')
      .values(values)
      .onConflict((conflict) => conflict.doNothing());
    await database.run({ ...insert.compile(), table: 'content_draft_pins' });
  });
}
