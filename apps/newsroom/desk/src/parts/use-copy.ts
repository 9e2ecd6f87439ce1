import { useColophon } from '@colophon/ui';

/** Copies a text in one press, and says so; where the browser forbids it, says how else. */
export function useCopy(): (text: string, otherwise: string) => Promise<void> {
  const { announce } = useColophon();
  return (text, otherwise) =>
    navigator.clipboard.writeText(text).then(
      () => announce('Copied.'),
      () => announce(otherwise, 'assertive'),
    );
}
