import type { Format } from '../../state/text/format.ts';

/** The texts about the shared draft of a piece, in English. */
export const draftsEn = {
  'drafts.label': 'Draft',
  'drafts.people': 'Also here',
  'drafts.person': ({ place }: { readonly place: string }) => `${place}: go there`,
  'drafts.somebody': 'Somebody',
  'drafts.in.title': 'in the title',
  'drafts.in.description': 'in the summary',
  'drafts.in.body': 'in the text',
  'drafts.came': ({ names }: { readonly names: string }) => `Also here: ${names}`,
  'drafts.left': ({ names }: { readonly names: string }) => `Not here any more: ${names}`,
  'drafts.changed': 'The draft is not saved yet',
  'drafts.saved': 'The draft is saved',
  'drafts.readers.none': 'not published',
  'drafts.readers.same': 'readers see what is saved',
  'drafts.readers.other': 'readers see an earlier edition',
  'drafts.kept': 'All changes kept',
  'drafts.sending': 'Keeping…',
  'drafts.opening': 'Opening the draft…',
  'drafts.waiting': ({ count }: { readonly count: number }, format: Format) =>
    format.plural(count, {
      one: `${format.number(count)} change waits for the connection`,
      other: `${format.number(count)} changes wait for the connection`,
    }),
  'drafts.offline': 'Offline. What you write is kept on this device, and reaches the others when the connection is back.',
  'drafts.offline.unkept': 'Offline, and this device keeps nothing. Leave this page open until the connection is back.',
  'drafts.signedOut': 'Your session has expired. What you write is kept on this device.',
  'drafts.both': ({ fields }: { readonly fields: string }) =>
    `While you were away, you and others changed the same (${fields}). Both texts stand: look at them.`,
  'drafts.both.done': 'Looked at',
  'drafts.readOnly': 'You can read this draft, but not write in it any more.',
  'drafts.gone': 'This draft cannot be opened any more.',
  'drafts.stranded': 'Some of what you wrote was not sent. Copy it before you leave.',
  'drafts.stranded.copy': 'Copy my text',
  'drafts.stranded.copied': 'Your text is copied.',
  'drafts.who': 'Everybody on staff who may read this piece sees what you write here, also before you save.',
  'drafts.who.done': 'Understood',
  'drafts.private': 'Only you see this draft. Others see that the piece exists. Share it before you save or publish it.',
  'drafts.share': 'Share',
  'drafts.share.title': 'Share this draft?',
  'drafts.share.text':
    'Everybody on staff who may read the piece then sees the draft and writes in it as their role allows. This cannot be undone.',
  'drafts.shared': 'The draft is shared.',
  'drafts.savedBy': ({ name }: { readonly name: string }) => `${name} saved the piece.`,
  'drafts.publish.since': 'The draft was changed since this dialog was opened. What you publish is the text as it was then.',
  'drafts.publish.again': 'Look again',
};
