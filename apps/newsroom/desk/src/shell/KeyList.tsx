import { Modal } from '@colophon/ui/controls';
import type { ReactElement } from 'react';
import { KEYS } from './keys.ts';

/** Every keyboard shortcut, by where it works. */
export function KeyList({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Modal
      title="Keyboard shortcuts"
      onClose={onClose}
      actions={
        <button type="button" className="colo-button" data-kind="main" onClick={onClose}>
          Close
        </button>
      }
    >
      {KEYS.map(({ place, keys }) => (
        <section key={place}>
          <h3 className="desk-keys-title">{place}</h3>
          <dl className="desk-keys">
            {keys.map(([combination, what]) => (
              <div key={combination}>
                <dt>
                  <kbd>{combination}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="colo-quiet">Mod is ⌘ on a Mac and Ctrl elsewhere.</p>
    </Modal>
  );
}
