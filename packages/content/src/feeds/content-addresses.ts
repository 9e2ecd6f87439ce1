/** What of a piece its address is made of. */
export interface AddressedContent {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly context: string;
}

type AddressOf = (content: AddressedContent) => string;

let configured: AddressOf | null = null;

/**
 * Says where readers find a piece, for feeds, sitemaps and links: a whole address, or a path of this application. Null goes back to
 * `/articles/<slug>` and, for what is no article, `/documents/<slug>`, with the context before the slug where there is one.
 *
 * @example
 * configureContentAddresses(({ slug }) => `https://news.example/${slug}`);
 */
export function configureContentAddresses(addressOf: AddressOf | null): void {
  configured = addressOf;
}

/** Where readers find a piece: a path of this application, or a whole address where one was configured. */
export function contentAddress(content: AddressedContent): string {
  if (configured !== null) return configured(content);
  const segments = content.context.split('/');
  // A context that is written like a path is one; any other is one segment, so that it comes back as it was.
  const context = segments.every((each) => each !== '' && each !== '.' && each !== '..') ? segments : [content.context];
  const path = [...(content.context === '' ? [] : context), content.slug].map(encodeURIComponent).join('/');
  return `/${content.type === 'article' ? 'articles' : 'documents'}/${path}`;
}
