import { ACCOUNT_PATHS } from '@colophon/contract';

/** Returns the JSON-LD context of signed accounts, which defines their terms. It never changes; other terms get another URL. */
export function accountContext(baseUrl: string): Record<string, unknown> {
  return earlierContext(baseUrl, {});
}

/** Returns the JSON-LD context of the accounts of publications without a version, which name a revision. */
export function revisionContext(baseUrl: string): Record<string, unknown> {
  const revision = { '@id': `${baseUrl}${ACCOUNT_PATHS.revisionContext}#revision`, '@type': INTEGER };
  return earlierContext(baseUrl, { revision });
}

/**
 * Returns the JSON-LD context of the accounts of editions. It defines only what the context of credentials does not: `iat` is one of its
 * protected terms, which the contexts before redefined.
 */
export function editionContext(baseUrl: string): Record<string, unknown> {
  const at = (name: string): string => `${baseUrl}${ACCOUNT_PATHS.editionContext}#${name}`;
  const whole = (name: string): Record<string, string> => ({ '@id': at(name), '@type': INTEGER });
  const json = (name: string): Record<string, string> => ({ '@id': at(name), '@type': '@json' });
  return {
    '@context': {
      '@version': 1.1,
      '@protected': true,
      PublicationCredential: at('PublicationCredential'),
      CorrectionCredential: at('CorrectionCredential'),
      WithholdingCredential: at('WithholdingCredential'),
      UnpublicationCredential: at('UnpublicationCredential'),
      contentId: at('contentId'),
      edition: whole('edition'),
      editionDigest: at('editionDigest'),
      previous: at('previous'),
      version: whole('version'),
      revision: whole('revision'),
      textDigest: at('textDigest'),
      shownDigest: at('shownDigest'),
      transparency: json('transparency'),
      origins: json('origins'),
      assistance: json('assistance'),
      correction: json('correction'),
      late: { '@id': at('late'), '@type': 'http://www.w3.org/2001/XMLSchema#boolean' },
    },
  };
}

const INTEGER = 'http://www.w3.org/2001/XMLSchema#integer';

function earlierContext(baseUrl: string, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
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
