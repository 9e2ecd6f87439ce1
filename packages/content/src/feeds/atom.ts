import { type Feed, type FeedItem, updatedOf } from './feed.ts';
import { escapeXml, xmlElement } from './xml.ts';

/** A feed as Atom (RFC 4287). */
export function feedAsAtom(feed: Feed): string {
  const { place, hub } = feed;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    ...(place
      ? [`<link rel="self" type="application/atom+xml" href="${escapeXml(place.self)}"/><link href="${escapeXml(place.home)}"/>`]
      : []),
    ...(hub === undefined ? [] : [`<link rel="hub" href="${escapeXml(hub)}"/>`]),
    `${xmlElement('id', feed.id)}${xmlElement('title', feed.title)}${xmlElement('subtitle', feed.description)}` +
      `<updated>${updatedOf(feed)}</updated>${personOf(feed.author)}`,
    ...feed.entries.map(entry),
    '</feed>',
    '',
  ].join('\n');
}

function entry(item: FeedItem): string {
  const language = item.language ? ` xml:lang="${escapeXml(item.language)}"` : '';
  const content = item.content;
  return (
    `<entry${language}>${xmlElement('id', item.id)}<title>${escapeXml(item.title)}</title><updated>${item.updated}</updated>` +
    (item.published === undefined ? '' : `<published>${item.published}</published>`) +
    (item.url === undefined ? '' : `<link rel="alternate" href="${escapeXml(item.url)}"/>`) +
    (item.authors ?? []).map(personOf).join('') +
    (item.tags ?? []).map((tag) => `<category term="${escapeXml(tag)}"/>`).join('') +
    xmlElement('summary', item.summary) +
    (content === undefined
      ? ''
      : 'html' in content
        ? `<content type="html">${escapeXml(content.html)}</content>`
        : `<content type="text">${escapeXml(content.text)}</content>`) +
    '</entry>'
  );
}

function personOf(name: string): string {
  return name.trim() === '' ? '' : `<author><name>${escapeXml(name)}</name></author>`;
}
