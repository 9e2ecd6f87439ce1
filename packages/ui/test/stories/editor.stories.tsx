import { useState } from 'react';
import { ContentEditor, type ContentEditorProps } from '../../src/components/content/index.ts';
import type { AssistantRegistration } from '../../src/state/assistant/registration.ts';
import type { ContentRecord } from '../../src/state/records.ts';
import { fakeClient, type SentRequest } from '../../src/testing/fake-client.ts';
import { problem } from '../../src/testing/problem.ts';
import { contentRecord } from '../../src/testing/records.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import { untilOnline } from './until-online.ts';
import type { Stories, Story } from './story.ts';

export const BODY = `## The night sitting

The council met on Monday and found the money. *Nobody* spoke against it.

- the mill
- the bridge

Everybody says so.
`;

export const PIECE = contentRecord({
  id: '1',
  rev: 3,
  title: 'Budget approved in a night sitting',
  description: 'The council sat until four.',
  body: BODY,
  slug: 'budget-approved',
  context: 'council',
  tags: ['budget', 'council'],
  authors: ['Ada Okoye', 'Li Wen'],
  language: 'en',
  references: [{ targetId: '2', citedVersion: 1, currentVersion: 2, isDrifted: true }],
});

const PIXEL = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A server with one piece, that keeps what it was sent on the page, and refuses as a test says. */
export function pieceServer(first: ContentRecord, refuse: (request: SentRequest) => void = () => undefined) {
  let stored = first;
  const assets: object[] = [];
  // Somebody else saves while a test looks on.
  globalThis.addEventListener('elsewhere', (event) => {
    stored = contentRecord({ ...stored, ...(event as CustomEvent<Partial<ContentRecord>>).detail, rev: stored.rev + 1 });
  });
  return fakeClient((request: SentRequest) => {
    const { method, path, body, ifMatch } = request;
    if (method !== 'get')
      document.body.dataset['sent'] = `${document.body.dataset['sent'] ?? ''}${method} ${path} ${JSON.stringify(body)};\n`;
    refuse(request);
    if (path === '/tags') return { items: [{ slug: 'budget' }, { slug: 'bridges' }] };
    if (path === '/tags/search-by-alias') return { items: [] };
    if (path === '/assets/upload') return { id: 'a1', name: 'mill.png', fileUrl: PIXEL };
    if (path === '/contents/{id}/assets') {
      if (method === 'post') assets.push(body as object);
      return { items: [{ id: 'a0', name: 'old.png', altText: 'An oak', fileUrl: PIXEL, relationship: 'attachment' }] };
    }
    if (path === '/assets' && method === 'get')
      return {
        items: [{ id: 'm9', name: 'library.png', altText: 'A shelf', mimeType: 'image/png', fileUrl: PIXEL }],
      };
    if (path === '/content-assets') return { items: [] };
    if (path === '/contents' && method === 'get')
      return {
        items: [contentRecord({ id: '2', title: 'What is technical debt' }), contentRecord({ id: '3', title: 'Flood at the mill' })],
      };
    if (method === 'patch' && path === '/contents/{id}') {
      if (ifMatch !== stored.rev) throw problem(412, 'precondition_failed', 'It has moved on.');
      stored = contentRecord({ ...stored, ...(body as object), rev: stored.rev + 1 });
    }
    if (method === 'post' && path === '/contents') stored = contentRecord({ ...(body as object), id: 'new', slug: 'made' });
    return stored;
  });
}

/** A page of a desk that writes down what it is told. */
export function Desk(props: Partial<ContentEditorProps>) {
  const [told, setTold] = useState('');
  const [registration, setRegistration] = useState<AssistantRegistration | null>(null);
  return (
    <>
      <ContentEditor
        content={PIECE}
        onSave={(saved) => setTold(`saved ${saved.rev}`)}
        onCancel={() => setTold('closed')}
        onAssistantContextChange={setRegistration}
        {...props}
        {...(props.getViewHref && {
          onDuplicated: () => setTold('copied'),
          onDelete: ({ id }: ContentRecord) => setTold(`deleted ${id}`),
          menuItems: ({ id }: ContentRecord) => [{ id: 'preview', label: 'Preview link', onPress: () => setTold(`preview ${id}`) }],
        })}
      />
      <button
        type="button"
        onClick={() =>
          registration?.actions.applyFieldUpdates(
            { title: 'Council finds the money', body: BODY.replace('Monday', 'Tuesday') },
            { model: 'm-1' },
          )
        }
      >
        Let the assistant write
      </button>
      <p data-told>{told}</p>
    </>
  );
}

const user = { id: 'u1' };

/** A page over a server that refuses. */
function over(refuse: (request: SentRequest) => void): Story {
  return { provider: { client: pieceServer(PIECE, refuse), user }, render: () => <Desk /> };
}

/** Somebody else has saved the piece since it was opened. */
function movedOn(changes: Partial<ContentRecord>): Story {
  return {
    provider: { client: pieceServer(contentRecord({ ...PIECE, rev: 4, ...changes })), user, storage: null },
    render: () => <Desk />,
  };
}

/** The piece in English, and the German translation of its first version. */
function translationServer() {
  const translation = contentRecord({
    ...PIECE,
    id: '8',
    title: 'Haushalt in Nachtsitzung beschlossen',
    body: 'Der Rat tagte.',
    language: 'de',
  });
  const inner = pieceServer(translation);
  let isOutdated = true;
  const client = fakeClient(({ method, path, ...options }) => {
    if (path === '/contents/{id}/translations') {
      if (method === 'post') isOutdated = false;
      const source = { contentId: '1', language: 'en', title: PIECE.title, sourceId: null, sourceVersion: null, currentVersion: null };
      const own = {
        contentId: '8',
        language: 'de',
        title: translation.title,
        sourceId: '1',
        sourceVersion: 1,
        currentVersion: 3,
        isOutdated,
      };
      return { items: [own, source] };
    }
    if (path === '/contents/{id}/versions/diff')
      return { fields: [{ field: 'title', before: 'Budget approved', after: PIECE.title }], body: [] };
    if (method === 'get' && path === '/contents/{id}' && options.params?.path?.['id'] === '1') return PIECE;
    return inner.request(method as never, path as never, ...([options] as never)).then(({ value }) => value);
  });
  return { client, translation };
}

const long = Array.from({ length: 1300 }, (_, index) => `Line ${index} of a long text about the council, with **words** in it that go on.`);

export const stories: Stories = {
  editor: () => ({ provider: { client: pieceServer(PIECE), user, timeZone: 'Europe/Berlin' }, render: () => <Desk /> }),
  'editor, new': () => ({ provider: { client: pieceServer(PIECE), user }, render: () => <Desk content={null} /> }),
  'editor, as an editor reads German': () => ({
    provider: { locale: 'de', timeZone: 'Europe/Berlin', client: pieceServer(PIECE), user },
    render: () => <Desk />,
  }),
  'editor, read from the server': () => ({
    provider: { client: pieceServer(PIECE), user },
    render: () => <Desk content={null} contentId="1" />,
  }),
  'editor, published': () => ({
    provider: { client: pieceServer(PIECE), user, storage: null },
    render: () => (
      <Desk
        content={contentRecord({ ...PIECE, status: 'published', publish_date: PIECE.created_at })}
        getViewHref={({ id }) => `#/articles/${id}`}
      />
    ),
  }),
  'editor, translation': () => {
    const { client, translation } = translationServer();
    return {
      provider: { client, user, storage: null, publicationLanguage: 'en' },
      render: () => <Desk content={translation} getEditHref={(id) => `#piece-${id}`} />,
    };
  },
  'editor, loading': () => ({
    provider: { client: fakeClient(() => new Promise(() => undefined)) },
    render: () => <ContentEditor contentId="1" onSave={() => undefined} />,
  }),
  'editor, not found': () => ({
    provider: {
      client: fakeClient(() => {
        throw problem(404, 'not_found', 'There is no such piece.', { requestId: 'r-9' });
      }),
    },
    render: () => <ContentEditor contentId="1" onSave={() => undefined} />,
  }),
  'editor, read only': () => ({ render: () => <Desk readOnly content={contentRecord({ ...PIECE, status: 'review' })} /> }),
  'editor, of a contributor': () => {
    const own = contentRecord({ ...PIECE, can: { update: true, publish: false, delete: false, correct: false } });
    return { provider: { client: pieceServer(own) }, render: () => <Desk content={own} /> };
  },
  'editor, status as a field': () => ({
    provider: { client: pieceServer(PIECE) },
    render: () => <Desk fields={['status', 'tags']} />,
  }),
  'editor, nothing can be saved': () => ({
    provider: { client: pieceServer(PIECE) },
    render: () => <Desk saveDisabledReason="The archive is being moved." />,
  }),
  'editor, merged': () => movedOn({ description: 'Theirs' }),
  'editor, refused': () =>
    over(({ method }) => {
      if (method !== 'patch') return;
      const errors = [
        { pointer: '/title', code: 'too_short', detail: 'must name the place' },
        { pointer: '/slug', code: 'unique', detail: 'is the address of another piece' },
      ];
      throw problem(409, 'conflict', 'It was not saved.', { errors });
    }),
  'editor, refused slug': () =>
    over(({ method }) => {
      if (method !== 'patch') return;
      const errors = [{ pointer: '/slug', code: 'unique', detail: 'is the address of another piece' }];
      throw problem(409, 'conflict', 'It was not saved.', { errors });
    }),
  'editor, gone': () =>
    over(({ method }) => {
      if (method === 'patch') throw problem(404, 'not_found', 'There is no content 1.');
    }),
  'editor, offline': () => {
    const isDown = untilOnline();
    return over(({ method }) => {
      if (method === 'patch' && isDown()) throw problem(0, 'network', 'No answer came.');
    });
  },
  'editor, signed out': () => {
    const isOut = untilOnline();
    return over(({ method }) => {
      if (method === 'patch' && isOut()) throw problem(401, 'session_over', 'Your session is over.');
    });
  },
  'editor, saved by the host': () => ({
    render: () => <Desk save={async ({ fields }) => contentRecord({ ...PIECE, ...(fields as object), rev: 9 })} />,
  }),
  'editor, HTML': () => ({
    render: () => <Desk content={contentRecord({ ...PIECE, bodyFormat: 'html', body: '<p>It <b>rained</b>.</p>' })} />,
  }),
  'editor, hostile': () => ({
    provider: { client: pieceServer(PIECE), user },
    render: () => (
      <Desk
        content={contentRecord({
          ...PIECE,
          title: HOSTILE_TEXT,
          description: HOSTILE.long,
          body: HOSTILE_TEXT,
          tags: [HOSTILE.markup, HOSTILE.long],
          authors: [HOSTILE.reversed, HOSTILE.arabic],
          slug: HOSTILE.attribute,
        })}
      />
    ),
  }),
  'editor, 100 KB': () => ({
    provider: { client: pieceServer(PIECE), user },
    render: () => <Desk content={contentRecord({ ...PIECE, body: long.join('\n\n') })} />,
  }),
};
