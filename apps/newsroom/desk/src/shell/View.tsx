import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

interface ViewProps {
  readonly title: string;
  /** The purpose of the view, in a sentence. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  /** For a view whose own content says its title. */
  readonly isTitleHidden?: boolean;
  readonly children: ReactNode;
}

/** One view of the desk. Its title is the page's, and takes the focus when the user comes from another view. */
export function View({ title, lead, actions, isTitleHidden = false, children }: ViewProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Newsroom`;
  }, [title]);
  useEffect(() => {
    // On the first page there is nothing to come from: the browser begins at the top.
    if (hasBeenElsewhere) heading.current?.focus({ preventScroll: true });
    hasBeenElsewhere = true;
  }, []);
  return (
    <>
      <div className={isTitleHidden ? 'colo-visually-hidden' : 'desk-head'}>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div className="colo-actions">{actions}</div>}
      </div>
      {lead && <p className="desk-lead">{lead}</p>}
      {children}
    </>
  );
}

let hasBeenElsewhere = false;
