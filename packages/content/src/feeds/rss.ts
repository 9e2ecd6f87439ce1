import { type Feed, type FeedItem, updatedOf } from './feed.ts';
import { escapeXml, xmlElement } from './xml.ts';

/** Serializes a feed as RSS 2.0, with the whole text in `content:encoded`. */
export function feedAsRss(feed: Feed): string {
  const { place, hub } = feed;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    `<channel>${xmlElement('title', feed.title)}${xmlElement('link', place?.home ?? feed.id)}` +
      // RSS requires a description even if there is none.
      xmlElement('description', feed.description ?? feed.title) +
      `<lastBuildDate>${rfc822(updatedOf(feed))}</lastBuildDate>` +
      (place ? `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(place.self)}"/>` : '') +
      (hub === undefined ? '' : `<atom:link rel="hub" href="${escapeXml(hub)}"/>`),
    ...feed.entries.map((each) => item(each, feed.author)),
    '</channel></rss>',
    '',
  ].join('\n');
}

function item(entry: FeedItem, author: string): string {
  const authors = entry.authors && entry.authors.length > 0 ? entry.authors : [author];
  const { content } = entry;
  const text = content === undefined ? undefined : 'html' in content ? content.html : escapeXml(content.text).replaceAll('\n', '<br>');
  return (
    `<item>${xmlElement('title', entry.title)}${xmlElement('link', entry.url)}` +
    `<guid isPermaLink="false">${escapeXml(entry.id)}</guid><pubDate>${rfc822(entry.published ?? entry.updated)}</pubDate>` +
    authors.map((name) => xmlElement('dc:creator', name)).join('') +
    (entry.tags ?? []).map((tag) => xmlElement('category', tag)).join('') +
    // Most readers treat a description as HTML, so plain text is escaped once for HTML and once for XML.
    xmlElement('description', entry.summary ? escapeXml(entry.summary) : text) +
    xmlElement('content:encoded', text) +
    '</item>'
  );
}

/** Formats a date as RFC 822 does: `Sun, 22 Nov 2026 10:00:00 GMT`. */
function rfc822(iso: string): string {
  return new Date(iso).toUTCString();
}
