export { absorbValues, changeDraft } from './edits/change-draft.ts';
export type { DraftChange } from './edits/change-draft.ts';
export { LARGEST_PIECE, piecesOf } from './edits/pieces.ts';
export { applyEdits, textEdits } from './edits/text-edits.ts';
export type { TextEdit } from './edits/text-edits.ts';
export { writeEdits, writeEntry, writeValues } from './edits/write-values.ts';
export type { CompareTexts } from './edits/write-values.ts';
export { beginDraft, isEpoch, MOST_STRUCTS, newEpoch, structCount } from './epochs/next-epoch.ts';
export type { BegunDraft } from './epochs/next-epoch.ts';
export { DraftError } from './errors/draft-error.ts';
export type { DraftErrorCode, UpdateFault } from './errors/draft-error.ts';
export { carryOrigins } from './origins/carry-origins.ts';
export { addRuns, originsOf, runsOfTexts, UNKNOWN_ORIGIN } from './origins/origin-runs.ts';
export type { ClockRun, OriginRuns, TextOrigins, TextRun } from './origins/origin-runs.ts';
export { carryPassage, findPassage, passageAt } from './positions/passages.ts';
export type { FoundPassage, Passage } from './positions/passages.ts';
export { carryPosition, offsetOf, positionAt, readPosition } from './positions/positions.ts';
export type { DraftOffset, DraftPosition, PositionSide } from './positions/positions.ts';
export { changesOfRecord, hasChanges, valuesOfRecord } from './records/record-values.ts';
export type { DraftLinks, LinkChanges, RecordChanges } from './records/record-values.ts';
export {
  applyJudged,
  clockOf,
  draftList,
  draftMap,
  draftText,
  emptyDraft,
  isBehind,
  isClient,
  loadDraft,
  newClient,
  stateOf,
  vectorOf,
} from './shape/draft-document.ts';
export type { DraftDocument } from './shape/draft-document.ts';
export { FIELD_DEFAULTS, LIST_NAMES, MAP_NAMES, METADATA_PREFIX, TEXT_NAMES, TEXT_ROOTS } from './shape/roots.ts';
export type { DraftRoot, ListRoot, MapRoot, TextRoot } from './shape/roots.ts';
export { EMPTY_VALUES, readValues, sameValues } from './shape/values.ts';
export type { DraftValues } from './shape/values.ts';
export { judgeUpdate } from './updates/judge-update.ts';
export type { DeletedText, InsertedText, JudgedUpdate, JudgeOptions } from './updates/judge-update.ts';
export { LARGEST_UPDATE } from './updates/update-limits.ts';
export { fromBase64, toBase64 } from './bytes/base64.ts';
export { readClaimedOrigin } from './wire/claimed-origin.ts';
export type { ClaimedOrigin } from './wire/claimed-origin.ts';
export { readEventId, writeEventId } from './wire/event-id.ts';
export type { DraftCursor } from './wire/event-id.ts';
export { LARGEST_PRESENCE, readPresence } from './wire/presence.ts';
export type { Presence } from './wire/presence.ts';
export { batchUpdates, LARGEST_MESSAGE, MOST_UPDATES, readUpdates, writeUpdates } from './wire/updates-message.ts';
export type { SentUpdate, UpdatesMessage, WrittenUpdates } from './wire/updates-message.ts';
export { UndoManager } from 'yjs';
