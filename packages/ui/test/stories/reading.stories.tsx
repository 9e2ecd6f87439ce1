import { ar } from '../../src/messages/ar.ts';
import {
  ArticleCard,
  ArticleList,
  ContentTransparencyReport,
  ImageThumbnail,
  Markdown,
  trustRenderedBody,
} from '../../src/components/reading/index.ts';
import { hostileAccount, publishedAccount } from './accounts.ts';
import { ARTICLES, hostileArticle, PICTURE } from './articles.ts';
import { HOSTILE, HOSTILE_TEXT } from './hostile.ts';
import type { Stories } from './story.ts';

const [first, second] = ARTICLES;
const where = (article: { slug?: string }): string => `/articles/${article.slug}`;
const arabic = { locale: 'ar', messages: ar } as const;
const BODY = [
  '# Budget approved',
  'It rained on *Monday*. The council sat until **three** in the morning, as [the minutes](https://news.example/minutes) say.',
  '> Everybody says so.',
  '- roads\n- schools\n  1. roofs\n  2. books',
  '| Item | Cost |\n|---|--:|\n| Roads | 1,200,000 |\n| Schools | 900,000 |',
  '```\nnpm start\n```',
  '![A flooded street](/picture.png)',
  '<figure><img src="/picture.png" alt="The mill"><figcaption>The mill on Monday</figcaption></figure>',
].join('\n\n');

export const stories: Stories = {
  card: () => ({ render: () => <ArticleCard article={first} href={where(first)} /> }),
  'card with a picture': () => ({ render: () => <ArticleCard article={second} href={where(second)} /> }),
  'card without a link': () => ({ render: () => <ArticleCard article={{ id: '1', title: 'A title and nothing else' }} /> }),
  'card, hostile': () => ({ render: () => <ArticleCard article={hostileArticle} href={HOSTILE.link} /> }),
  articles: () => ({ render: () => <ArticleList articles={ARTICLES} hrefFor={where} /> }),
  'articles, grid': () => ({ render: () => <ArticleList articles={ARTICLES} hrefFor={where} layout="grid" /> }),
  'articles, empty': () => ({ render: () => <ArticleList articles={[]} /> }),
  'articles, arabic': () => ({
    provider: { locale: 'ar', messages: ar },
    render: () => (
      <ArticleList articles={ARTICLES.map((each) => ({ ...each, title: HOSTILE.arabic, language: 'ar' }))} hrefFor={where} {...arabic} />
    ),
  }),
  thumbnail: () => ({ render: () => <ImageThumbnail src={PICTURE} alt="A flooded street" width={300} height={200} /> }),
  'thumbnail, none': () => ({ render: () => <ImageThumbnail src={null} alt="Flooded street" width={300} height={200} /> }),
  'thumbnail, missing': () => ({
    render: () => <ImageThumbnail src="/missing.png" alt="Flooded street" width={300} height={200} loading="eager" />,
  }),
  'thumbnail, decoration': () => ({ render: () => <ImageThumbnail src={null} alt="" name="Flood at the mill" width={80} height={80} /> }),
  'thumbnail, hostile': () => ({
    render: () => <ImageThumbnail src={`data:image/svg+xml,${HOSTILE.markup}`} alt={HOSTILE_TEXT} width={300} height={200} />,
  }),
  'markdown, rendered by a server': () => ({
    render: () => (
      <Markdown source={BODY} html={trustRenderedBody('<h1>Budget</h1>\n<p>It rained on <em>Monday</em>.</p>')} headingOffset={1} />
    ),
  }),
  'markdown, from source': () => ({ render: () => <Markdown source={BODY} headingOffset={1} /> }),
  'markdown, without pictures': () => ({ render: () => <Markdown source={BODY} headingOffset={1} pictures={false} /> }),
  'markdown, html': () => ({
    render: () => <Markdown source="<h1>As it <em>was</em></h1><script>alert(1)</script>" format="html" headingOffset={1} />,
  }),
  'markdown, too complex': () => ({ render: () => <Markdown source={`${'> '.repeat(2000)}deep`} /> }),
  'markdown, hostile': () => ({
    render: () => <Markdown source={`${HOSTILE_TEXT}\n\n[a](${HOSTILE.link}) ![b](${HOSTILE.link})\n\n${HOSTILE.long}`} pictures={false} />,
  }),
  account: () => ({
    render: () => (
      <ContentTransparencyReport data={publishedAccount} hrefFor={(id) => `/articles/${id}`} timeZone="Europe/Berlin" locale="en-GB" />
    ),
  }),
  'account, nothing said': () => ({
    render: () => (
      <ContentTransparencyReport
        data={{
          ...publishedAccount,
          snapshotKind: 'preview',
          authors: [],
          facts: [],
          references: [],
          reviews: [],
          corrections: [],
          versions: [],
          humanReview: null,
          withdrawal: null,
          responsiblePerson: null,
          generation: { aiAssisted: null, model: null, publicPrompt: null },
        }}
      />
    ),
  }),
  'account, withdrawn': () => ({
    render: () => (
      <ContentTransparencyReport
        data={{ ...publishedAccount, withdrawal: { summary: 'The flood was in another town.', publishedAt: '2026-05-06T08:00:00.000Z' } }}
      />
    ),
  }),
  'account, arabic': () => ({
    provider: { locale: 'ar', messages: ar },
    render: () => <ContentTransparencyReport data={publishedAccount} {...arabic} />,
  }),
  'account, hostile': () => ({ render: () => <ContentTransparencyReport data={hostileAccount} hrefFor={() => HOSTILE.link} /> }),
};
