import type { ReactElement } from 'react';
import { governanceEn } from '../../../messages/governance/en.ts';
import type { Finding } from '../../../state/records.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import { useWords } from '../../provider/use-words.ts';

interface FindingListProps {
  readonly findings: readonly Finding[];
  /** Findings whose quotes have changed. */
  readonly changed: ReadonlySet<Finding>;
  readonly onShow: ((finding: Finding) => void) | undefined;
}

/** The findings of a review, each with a link to its passage. */
export function FindingList({ findings, changed, onShow }: FindingListProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(governanceEn);
  return (
    <details className="colo-gov-findings" open>
      <summary>{words['gov.findings']({ count: findings.length }, format)}</summary>
      <ul>
        {findings.map((finding, index) => (
          <li key={index} data-severity={finding.severity}>
            <bdi>
              <strong>{finding.title}</strong> {finding.detail}
            </bdi>
            {finding.quote && <blockquote dir="auto">{finding.quote}</blockquote>}
            {finding.suggestion && <p dir="auto">{words['gov.finding.suggestion']({ text: finding.suggestion })}</p>}
            {changed.has(finding) ? (
              <span className="colo-quiet">{words['gov.finding.changed']}</span>
            ) : (
              onShow &&
              finding.quote !== undefined && (
                <button type="button" className="colo-list-small" onClick={() => onShow(finding)}>
                  {words['gov.finding.show']({ title: finding.title })}
                </button>
              )
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
