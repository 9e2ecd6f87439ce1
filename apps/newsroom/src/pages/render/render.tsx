import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderBody, type SitePage } from '@colophon/content';
import { ColophonError } from '@colophon/core';
import type { ArticleData } from '../data/article.ts';
import type { CorrectionOfPiece } from '../data/corrections.ts';
import type { DocumentsData, FrontData } from '../data/front.ts';
import type { SearchData } from '../data/search.ts';
import type { TagData, TagNode } from '../data/tags.ts';
import type { Site } from '../site.ts';
import { type AccountData, AccountPage } from './AccountPage.tsx';
import { ArticlePage } from './ArticlePage.tsx';
import { CorrectionsPage } from './CorrectionsPage.tsx';
import { DocumentsPage } from './DocumentsPage.tsx';
import { FramedPage } from './FramedPage.tsx';
import { FrontPage } from './FrontPage.tsx';
import { type Message, MessagePage } from './MessagePage.tsx';
import { firstPictureIn, withOwnPictures } from './own-pictures.ts';
import { reachableBody } from './reachable-body.ts';
import { SearchPage } from './SearchPage.tsx';
import { withCaptions } from './with-captions.ts';
import { TagPage, TagsPage } from './TagPages.tsx';

/** All data of a page. */
export type PageModel = { readonly site: Site } & (
  | { readonly kind: 'front'; readonly data: FrontData }
  | { readonly kind: 'documents'; readonly data: DocumentsData }
  | { readonly kind: 'article'; readonly data: ArticleData }
  /** A draft; its page holds its style, since its policy allows no other. */
  | { readonly kind: 'preview'; readonly data: ArticleData; readonly style: string }
  | { readonly kind: 'account'; readonly data: AccountData }
  | { readonly kind: 'tags'; readonly data: readonly TagNode[] }
  | { readonly kind: 'tag'; readonly data: TagData }
  | { readonly kind: 'corrections'; readonly data: readonly CorrectionOfPiece[] }
  | { readonly kind: 'search'; readonly data: SearchData }
  | { readonly kind: 'message'; readonly data: Message }
  | { readonly kind: 'framed'; readonly data: Omit<SitePage, 'status'> }
);

/** Renders the HTML of a page. The first request loads this module, and everything it uses. */
export async function renderPage(model: PageModel): Promise<string> {
  return `<!doctype html>${renderToStaticMarkup(await elementOf(model))}`;
}

async function elementOf(model: PageModel): Promise<ReactElement> {
  const { site } = model;
  switch (model.kind) {
    case 'front':
      return <FrontPage site={site} data={model.data} />;
    case 'documents':
      return <DocumentsPage site={site} data={model.data} />;
    case 'article':
      return <ArticlePage site={site} data={model.data} {...await textOf(model.data, 'readers')} />;
    case 'preview':
      return <ArticlePage site={site} data={model.data} {...await textOf(model.data, 'drafts')} preview={{ style: model.style }} />;
    case 'account':
      return <AccountPage site={site} data={model.data} />;
    case 'tags':
      return <TagsPage site={site} data={model.data} />;
    case 'tag':
      return <TagPage site={site} data={model.data} />;
    case 'corrections':
      return <CorrectionsPage site={site} data={model.data} />;
    case 'search':
      return <SearchPage site={site} data={model.data} />;
    case 'message':
      return <MessagePage site={site} data={model.data} />;
    case 'framed':
      return <FramedPage site={site} data={model.data} />;
  }
}

/** The text as it is shown, and whether it begins with the picture that would otherwise stand above it. */
async function textOf(data: ArticleData, lane: 'drafts' | 'readers'): Promise<{ html: string | null; showsPicture: boolean }> {
  const html = await bodyOf(data, lane);
  if (html === null) return { html, showsPicture: false };
  const { picture, files } = data;
  const showsPicture = picture !== null && firstPictureIn(html) === picture.original;
  return { html: withCaptions(withOwnPictures(html, { files, isFirstAbove: picture === null || showsPicture }), files), showsPicture };
}

/** The text as sanitized HTML; null if it is too complex to be rendered: readers then see the source text. */
async function bodyOf({ body, bodyFormat }: ArticleData, lane: 'drafts' | 'readers'): Promise<string | null> {
  try {
    return reachableBody(await renderBody({ body, bodyFormat }, lane));
  } catch (error) {
    if (error instanceof ColophonError && error.code === 'too_complex') return null;
    throw error;
  }
}
