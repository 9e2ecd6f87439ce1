import { useColophon } from '@colophon/ui';

/** Copies a text to the clipboard and announces it; where the browser forbids that, announces `otherwise`. */
export function useCopy(): (text: string, otherwise: string) => Promise<void> {
  const { announce } = useColophon();
  return (text, otherwise) =>
    navigator.clipboard.writeText(text).then(
      () => announce('Copied.'),
      () => announce(otherwise, 'assertive'),
    );
}
