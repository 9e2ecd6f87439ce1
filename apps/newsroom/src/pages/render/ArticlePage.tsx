import { Markdown, trustRenderedBody } from '@colophon/ui/reading';
import { formatFor } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import type { AccountSummary, ArticleData, Correction, Signed, Source } from '../data/article.ts';
import type { Picture } from '../data/pictures.ts';
import { tagAddress } from '../data/tag-address.ts';
import type { Site } from '../site.ts';
import { apiOf, jsonLdOf } from './article-json-ld.ts';
import { Frame, type PreviewFrame } from './Frame.tsx';
import { languageAttributes } from './language-attributes.ts';
import { Pieces } from './pieces.tsx';

interface ArticlePageProps {
  readonly site: Site;
  readonly data: ArticleData;
  /** The text as sanitized HTML; null if it could not be rendered, and is shown as source text. */
  readonly html: string | null;
  /** Whether the first picture of the text is the picture of the piece: it is not shown twice. */
  readonly showsPicture: boolean;
  /** Of a draft that a preview link shows. */
  readonly preview?: PreviewFrame;
}

/** A piece: notices, title, authors and date, text, sources and how it was made. */
export function ArticlePage({ site, data, html, showsPicture, preview }: ArticlePageProps): ReactElement {
  const { corrections, picture } = data;
  const withdrawal = corrections.findLast(({ type }) => type === 'retraction');
  const others = corrections.filter(({ type }) => type !== 'retraction').toReversed();
  const kicker = data.category?.split('/').filter(Boolean).at(-1);
  const feeds = data.tags.slice(0, 3).map(({ slug, name }) => ({ title: name, path: `${tagAddress(slug)}/feed.atom` }));
  return (
    <Frame
      site={site}
      head={{
        title: data.title,
        description: data.description,
        path: data.address,
        type: 'article',
        image: picture,
        authors: data.authors,
        published: data.published,
        updated: data.updated,
        languages: data.languages,
        credential: data.signed && `${apiOf(data.id)}/credential`,
        feeds: [{ title: 'Latest', path: '/feed.atom' }, ...feeds],
        jsonLd: preview ? null : jsonLdOf(site, data),
      }}
      preview={preview}
    >
      {preview && <PreviewNotice />}
      <article className="page-article" {...languageAttributes(data.language, site.language)}>
        <header className="page-article-head">
          {kicker && <p className="page-kicker">{kicker.replaceAll('-', ' ')}</p>}
          <h1 className="page-headline" dir="auto" data-account="title">
            {data.title}
          </h1>
          {data.description && (
            <p className="page-standfirst" dir="auto" data-account="description">
              {data.description}
            </p>
          )}
          <Byline data={data} site={site} />
          <Languages data={data} site={site} />
        </header>
        {withdrawal && <Notice correction={withdrawal} site={site} />}
        {others.map((each) => (
          <Notice key={each.id} correction={each} site={site} />
        ))}
        {picture && !showsPicture && (
          <figure className="page-figure">
            <img
              src={picture.src}
              srcSet={picture.srcSet ?? undefined}
              sizes={picture.srcSet === null ? undefined : '(min-width: 60rem) 56rem, 100vw'}
              alt={picture.alt}
              width={picture.width ?? 1200}
              height={picture.height ?? 800}
              fetchPriority="high"
            />
            {(picture.caption ?? picture.credit) !== null && <PictureCaption picture={picture} />}
          </figure>
        )}
        <div className="page-text" data-account="body" data-withdrawn={withdrawal ? true : undefined}>
          {html === null ? (
            <div className="colo-markdown-plain" dir="auto">
              {data.body}
            </div>
          ) : (
            <Markdown source={data.body} html={trustRenderedBody(html)} headingOffset={/<h1[\s>]/.test(html) ? 1 : 0} />
          )}
        </div>
      </article>
      <Colophon site={site} data={data} />
      {data.related.length > 0 && (
        <section className="page-related" aria-labelledby="related">
          <h2 id="related">Related</h2>
          <Pieces site={site} pieces={data.related} headingLevel={3} />
        </section>
      )}
    </Frame>
  );
}

/** What readers are told of the picture, and who made it. */
function PictureCaption({ picture: { caption, credit } }: { readonly picture: Picture }): ReactElement {
  return (
    <figcaption dir="auto">
      {caption}
      {caption !== null && credit !== null && ' '}
      {credit !== null && <cite>{credit}</cite>}
    </figcaption>
  );
}

/** Distinguishes a preview from the published page. */
function PreviewNotice(): ReactElement {
  return (
    <div className="page-notice" role="note">
      <p className="page-notice-lead">Preview</p>
      <p>This is not the published page. The text may change, and the link to it expires.</p>
    </div>
  );
}

/** Authors and dates. */
function Byline({ data, site }: { readonly data: ArticleData; readonly site: Site }): ReactElement {
  const format = formatFor(site.language, site.timeZone);
  return (
    <p className="page-byline" lang={site.language} dir="ltr">
      {data.authors.length > 0 && (
        <span>
          By <bdi>{format.list(data.authors)}</bdi>
        </span>
      )}
      {data.published === '' ? <span>Not published yet</span> : <time dateTime={data.published}>{format.dateTime(data.published)}</time>}
      {data.updated && (
        <span>
          Updated <time dateTime={data.updated}>{format.dateTime(data.updated)}</time>
        </span>
      )}
    </p>
  );
}

/** The same piece in other languages, each named in its own. */
function Languages({ data, site }: { readonly data: ArticleData; readonly site: Site }): ReactElement | null {
  const others = data.languages.filter(({ address }) => address !== data.address);
  if (others.length === 0) return null;
  return (
    <nav className="page-trail" aria-label="Other languages" lang={site.language}>
      <span>Also available in</span>
      {others.map(({ language, address }) => (
        <a key={address} href={address} hrefLang={language} rel="alternate" {...languageAttributes(language, site.language)}>
          {nameOf(language)}
        </a>
      ))}
    </nav>
  );
}

function nameOf(language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  } catch {
    return language;
  }
}

/** The footer of a piece. */
function Colophon({ site, data }: { readonly site: Site; readonly data: ArticleData }): ReactElement {
  return (
    <aside className="page-colophon" aria-label="About this piece">
      <Made account={data.account} address={data.address} />
      {data.sources.length > 0 && <Sources sources={data.sources} />}
      {data.signed && <Check data={data} signed={data.signed} site={site} />}
      {data.original && (
        <p className="page-original">
          First published at{' '}
          <a href={data.original} rel="noopener">
            <bdi>{data.source ?? hostOf(data.original)}</bdi>
          </a>
        </p>
      )}
      {data.tags.length > 0 && (
        <nav aria-label="Topics of this piece">
          <ul className="page-tags" role="list">
            {data.tags.map(({ slug, name }) => (
              <li key={slug}>
                <a href={tagAddress(slug)} rel="tag" lang={site.language}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </aside>
  );
}

/** How anybody can verify the account without trusting this site: the command, and what it proves. */
function Check({ data, signed, site }: { readonly data: ArticleData; readonly signed: Signed; readonly site: Site }): ReactElement {
  const api = apiOf(data.id);
  return (
    <details className="page-check">
      <summary>Check this account</summary>
      <p>
        {signed.hasTransparency
          ? 'The publisher signed the text and the transparency report at publication. Anyone can check that neither has changed since:'
          : 'The publisher signed the text at publication; no review or transparency was recorded. Anyone can check that it has not changed since:'}
      </p>
      <p>
        <a href={`/check#${new URL(data.address, `${site.baseUrl}/`).href}`}>Check it in this browser</a>, or with this software:
      </p>
      <pre tabIndex={0}>
        <code>npx --no-install newsroom verify {new URL(data.address, `${site.baseUrl}/`).href}</code>
      </pre>
      <dl>
        <dt>Digest of the text</dt>
        <dd>
          <code>{signed.digest}</code>
        </dd>
        <dt>Key</dt>
        <dd>
          <code>{signed.kid}</code>
        </dd>
      </dl>
      <p>
        To verify it without a connection, save the <a href={`${api}/account`}>report with text</a> as <code>account.json</code> and the{' '}
        <a href="/.well-known/jwks.json">public keys</a> as <code>jwks.json</code>:
      </p>
      <pre tabIndex={0}>
        <code>npx --no-install newsroom verify account.json --keys jwks.json</code>
      </pre>
      <p>
        For other software: <a href={`${api}/credential/text`}>signed text</a>, <a href="/issuer">issuer</a>.
      </p>
      <p>This does not prove that the text is true, or that it was not corrected later.</p>
    </details>
  );
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

const NOTICES = {
  correction: 'Corrected',
  retraction: 'This piece was withdrawn',
  update: 'Updated',
  clarification: 'Clarified',
} as const;

/** Corrections and retractions, above the text. */
function Notice({ correction, site }: { readonly correction: Correction; readonly site: Site }): ReactElement {
  const { type, summary, note, publishedAt } = correction;
  const format = formatFor(site.language, site.timeZone);
  return (
    <div className="page-notice" data-kind={type} role="note">
      <p className="page-notice-lead">
        {NOTICES[type]} <time dateTime={publishedAt}>{format.date(publishedAt)}</time>
      </p>
      <p dir="auto">{summary}</p>
      {note && <p dir="auto">{note}</p>}
    </div>
  );
}

function Made({ account, address }: { readonly account: AccountSummary | null; readonly address: string }): ReactElement | null {
  if (account === null) return null;
  const { aiAssisted, model, responsiblePerson, readBy, picturesByAI } = account;
  return (
    <section className="page-made" aria-labelledby="made">
      <h2 id="made">How this was made</h2>
      <ul role="list">
        {aiAssisted !== null && (
          <li data-ai={aiAssisted || undefined}>
            {aiAssisted ? 'AI was used for the text' : 'AI was not used for the text'}
            {aiAssisted && model !== null && (
              <>
                {' ('}
                <bdi>{model}</bdi>
                {')'}
              </>
            )}
          </li>
        )}
        {picturesByAI.map(({ name, model: painter }, index) => (
          <li key={index} data-ai>
            AI was used for the picture <bdi>{name}</bdi>
            {painter !== null && (
              <>
                {' ('}
                <bdi>{painter}</bdi>
                {')'}
              </>
            )}
          </li>
        ))}
        {responsiblePerson && (
          <li>
            Responsible: <bdi>{responsiblePerson}</bdi>
          </li>
        )}
        {readBy && (
          <li>
            Reviewed by <bdi>{readBy}</bdi> before publication
          </li>
        )}
      </ul>
      {(responsiblePerson !== null || readBy !== null) && (
        <p>
          <a href={`${address}/how-this-was-made`}>Facts, reviews, corrections and versions</a>
        </p>
      )}
    </section>
  );
}

function Sources({ sources }: { readonly sources: readonly Source[] }): ReactElement {
  return (
    <section className="page-sources" aria-labelledby="sources">
      <h2 id="sources">Sources</h2>
      <ol>
        {sources.map(({ title, address, statement }, index) => (
          <li key={index}>
            {address === null ? (
              <bdi>{title}</bdi>
            ) : (
              <a href={address} rel="noopener">
                <bdi>{title}</bdi>
              </a>
            )}
            {statement && (
              <span className="page-statement">
                {' '}
                for: <bdi>{statement}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
