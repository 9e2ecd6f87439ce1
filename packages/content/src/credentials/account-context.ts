import { ACCOUNT_PATHS } from '@colophon/contract';

/** Returns the JSON-LD context of signed accounts, which defines their terms. It never changes; other terms get another URL. */
export function accountContext(baseUrl: string): Record<string, unknown> {
  return contextOf(baseUrl, {});
}

/** Returns the JSON-LD context of the accounts of publications without a version, which name a revision. */
export function revisionContext(baseUrl: string): Record<string, unknown> {
  const revision = { '@id': `${baseUrl}${ACCOUNT_PATHS.revisionContext}#revision`, '@type': INTEGER };
  return contextOf(baseUrl, { revision });
}

const INTEGER = 'http://www.w3.org/2001/XMLSchema#integer';

function contextOf(baseUrl: string, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const term = (name: string): string => `${baseUrl}${ACCOUNT_PATHS.context}#${name}`;
  return {
    '@context': {
      '@version': 1.1,
      '@protected': true,
      PublicationCredential: term('PublicationCredential'),
      CorrectionCredential: term('CorrectionCredential'),
      iat: { '@id': term('iat'), '@type': INTEGER },
      contentId: term('contentId'),
      version: { '@id': term('version'), '@type': INTEGER },
      textDigest: term('textDigest'),
      transparency: { '@id': term('transparency'), '@type': '@json' },
      correction: { '@id': term('correction'), '@type': '@json' },
      ...more,
    },
  };
}
