import type { ReactElement } from 'react';
import type { FactSource } from '../../../state/records.ts';
import { safeLinkAddress } from '../../../state/text/safe-address.ts';
import type { AccountContext } from './account-context.ts';

/** The facts of the piece with their sources, and the pieces that it cites. */
export function FactsPart(context: AccountContext): ReactElement | null {
  const { data, words, format, Part } = context;
  if (data.facts.length === 0 && data.references.length === 0) return null;
  return (
    <>
      {data.facts.length > 0 && (
        <>
          <Part className="colo-account-part">{words['account.facts']({ count: data.facts.length }, format)}</Part>
          <ul className="colo-account-list" role="list">
            {data.facts.map((fact) => (
              <Fact key={`${fact.id} ${fact.relationship}`} fact={fact} context={context} />
            ))}
          </ul>
        </>
      )}
      {data.references.length > 0 && (
        <>
          <Part className="colo-account-part">{words['account.references']({ count: data.references.length }, format)}</Part>
          <ul className="colo-account-list" role="list">
            {data.references.map((cited) => (
              <Cited key={cited.targetId} cited={cited} context={context} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type Account = AccountContext['data'];

function Fact({ fact, context }: { readonly fact: Account['facts'][number]; readonly context: AccountContext }): ReactElement {
  const { words, format, data } = context;
  const about: string[] = [];
  if (fact.relationship === 'supports' || fact.relationship === 'contradicts' || fact.relationship === 'referenced_in')
    about.push(words[`account.fact.${fact.relationship}`]);
  if (typeof fact.confidence === 'number')
    about.push(words['account.fact.sure']({ percent: `${format.number(Math.round(fact.confidence * 100))} %` }));
  const replacement = data.facts.find(({ id }) => id === fact.supersededBy)?.statement;
  const fate =
    fact.supersededBy !== null
      ? replacement === undefined
        ? words['account.fact.superseded']
        : words['account.fact.replacedBy']({ statement: replacement })
      : fact.status === 'disputed' || fact.status === 'retracted'
        ? words[`account.fact.${fact.status}`]
        : null;
  return (
    <li className="colo-account-item">
      <p className="colo-account-lead" dir="auto">
        {fact.statement}
      </p>
      {fate !== null && <p className="colo-account-fate">{fate}</p>}
      {about.length > 0 && <p className="colo-account-note">{about.join(' · ')}</p>}
      {fact.sources?.map((source, index) => (
        <Source key={index} source={source} label={words['account.fact.source']} />
      ))}
    </li>
  );
}

function Source({ source, label }: { readonly source: FactSource; readonly label: string }): ReactElement {
  const address = safeLinkAddress(source.url);
  const name = source.title ?? source.url ?? source.note ?? '';
  const note = source.note === undefined || source.note === name ? '' : source.note;
  return (
    <p className="colo-account-source">
      <span className="colo-account-source-label">{label}: </span>
      {address === null ? (
        <bdi className="colo-foreign">{name}</bdi>
      ) : (
        <a className="colo-link colo-foreign" href={address} rel="noopener">
          {name}
        </a>
      )}
      {note !== '' && <bdi className="colo-foreign"> ({note})</bdi>}
    </p>
  );
}

function Cited({ cited, context }: { readonly cited: Account['references'][number]; readonly context: AccountContext }): ReactElement {
  const { words, format, hrefFor } = context;
  const address = safeLinkAddress(hrefFor(cited.targetId) ?? cited.url);
  const { citedVersion, currentVersion, isDrifted } = cited;
  const where =
    citedVersion === null
      ? null
      : isDrifted && currentVersion !== null
        ? words['account.reference.drifted']({ cited: format.number(citedVersion), current: format.number(currentVersion) })
        : words['account.reference.version']({ cited: format.number(citedVersion) });
  return (
    <li className="colo-account-item">
      {address === null ? (
        <bdi className="colo-foreign">{cited.title}</bdi>
      ) : (
        <a className="colo-link colo-foreign" href={address}>
          {cited.title}
        </a>
      )}
      {where !== null && (
        <span className={isDrifted ? 'colo-account-fate' : 'colo-account-note'}>
          {', '}
          {where}
        </span>
      )}
    </li>
  );
}
