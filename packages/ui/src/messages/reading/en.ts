import type { Format } from '../../state/text/format.ts';
import type { Words } from '../message.ts';

/** The texts of the reading components, in English. */
export const readingEn = {
  'reading.byline': ({ authors }: { readonly authors: string }) => `By ${authors}`,
  'reading.published': 'Published',
  'reading.correction': 'Corrected',
  'reading.retraction': 'Withdrawn',
  'reading.update': 'Updated',
  'reading.clarification': 'Clarified',
  'reading.none': 'Nothing has been published yet.',
  'account.unreadable': 'This report cannot be displayed.',
  'account.title': 'How this was made',
  'account.published': ({ date }: { readonly date: string }) => `As published ${date}`,
  'account.preview': ({ date }: { readonly date: string }) => `Preview as of ${date}`,
  'account.withdrawn': ({ date }: { readonly date: string }) => `Withdrawn ${date}`,
  'account.corrections': 'Corrections',
  'account.correction': ({ date }: { readonly date: string }) => `Corrected ${date}`,
  'account.retraction': ({ date }: { readonly date: string }) => `Withdrawn ${date}`,
  'account.update': ({ date }: { readonly date: string }) => `Updated ${date}`,
  'account.clarification': ({ date }: { readonly date: string }) => `Clarified ${date}`,
  'account.ai': 'AI disclosure',
  'account.ai.none': 'AI was not used for the text.',
  'account.ai.some': 'AI was used for the text.',
  'account.ai.unstated': 'Not stated.',
  'account.ai.model': 'Model',
  'account.ai.prompt': 'Prompt',
  'account.assisted': (
    { model, count, name, date }: { readonly model: string; readonly count: number; readonly name: string; readonly date: string },
    format: Format,
  ) => `Changes proposed by ${model}, approved by ${name} (${format.number(count)}, last on ${date})`,
  'account.through': ({
    client,
    host,
    name,
    date,
  }: {
    readonly client: string;
    readonly host: string;
    readonly name: string;
    readonly date: string;
  }) => `Written through ${client} (${host}), acting for ${name}, last on ${date}`,
  'account.through.approved': (
    {
      client,
      host,
      name,
      date,
      count,
    }: { readonly client: string; readonly host: string; readonly name: string; readonly date: string; readonly count: number },
    format: Format,
  ) => `Written through ${client} (${host}), acting for ${name}, who approved ${format.number(count)} of its steps, last on ${date}`,
  'account.through.unverified': 'not verified',
  'account.someone': 'a person',
  'account.people': 'People',
  'account.authors': 'Written by',
  'account.responsible': 'Responsible',
  'account.nobody': 'Not named.',
  'account.read': 'Reviewed by a person',
  'account.read.by': ({ name, date }: { readonly name: string; readonly date: string }) => `${name}, ${date}`,
  'account.unread': 'No review by a person is recorded.',
  'account.aiAlone': ({ policies }: { readonly policies: string }) => `Reviewed by AI only: ${policies}`,
  'account.facts': ({ count }: { readonly count: number }, format: Format) => `Facts (${format.number(count)})`,
  'account.fact.supports': 'Supports the text',
  'account.fact.contradicts': 'Contradicts the text',
  'account.fact.referenced_in': 'Mentioned in the text',
  'account.fact.superseded': 'Replaced',
  'account.fact.replacedBy': ({ statement }: { readonly statement: string }) => `Replaced by: ${statement}`,
  'account.fact.disputed': 'Disputed',
  'account.fact.retracted': 'Retracted',
  'account.fact.sure': ({ percent }: { readonly percent: string }) => `${percent} confidence`,
  'account.fact.source': 'Source',
  'account.references': ({ count }: { readonly count: number }, format: Format) => `Cited pieces (${format.number(count)})`,
  'account.reference.version': ({ cited }: { readonly cited: string }) => `version ${cited}`,
  'account.reference.drifted': ({ cited, current }: { readonly cited: string; readonly current: string }) =>
    `version ${cited}, which has changed since: it is at ${current} now`,
  'account.reviews': 'Reviews',
  'account.review.accepted': 'accepted',
  'account.review.flagged': 'flagged',
  'account.review.rejected': 'rejected',
  'account.review.by': ({ verdict, by, date }: { readonly verdict: string; readonly by: string; readonly date: string }) =>
    `${verdict} by ${by}, ${date}`,
  'account.review.model': ({ model }: { readonly model: string }) => `AI (${model})`,
  'account.review.ai': 'AI',
  'account.review.rules': 'automated rules',
  'account.versions': ({ count }: { readonly count: number }, format: Format) => `Versions (${format.number(count)})`,
  'account.version': ({ number }: { readonly number: string }) => `Version ${number}`,
  'account.version.manual': 'saved manually',
  'account.version.draft': 'draft',
  'account.version.review': 'review',
  'account.version.publication': 'publication',
  'account.version.correction': 'correction',
  'account.version.auto-generated': 'generated automatically',
};

/** The messages of the reading components. */
export type ReadingMessages = Words<typeof readingEn>;
