import '@colophon/ui/styles.css';
import './theme.css';
import type { ReactElement, ReactNode } from 'react';

// Next takes the default export of a layout or a page.
// oxlint-disable-next-line import/no-default-export
export default function Layout({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <html lang="en">
      <body className="my-newsroom">{children}</body>
    </html>
  );
}
