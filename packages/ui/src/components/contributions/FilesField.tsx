import type { ReactElement } from 'react';
import { contributionsEn } from '../../messages/contributions/en.ts';
import type { Words } from '../../messages/message.ts';
import type { FileFault, FileRules } from '../../state/contributions/file-rules.ts';
import type { Format } from '../../state/text/format.ts';
import { Field } from '../controls/Field.tsx';
import { useColophon } from '../provider/colophon-context.ts';
import { useWords } from '../provider/use-words.ts';

interface FilesFieldProps {
  readonly rules: FileRules;
  readonly files: readonly File[];
  readonly onChange: (files: readonly File[]) => void;
  readonly error: string | null;
}

/** A file field that shows the accepted files beforehand. */
export function FilesField({ rules, files, onChange, error }: FilesFieldProps): ReactElement {
  const { format } = useColophon();
  const words = useWords(contributionsEn);
  const { maxFiles, maxTotalBytes, allowedMimePatterns } = rules;
  const hint = [
    words['contrib.rules']({ total: format.number(maxFiles), size: format.bytes(maxTotalBytes) }),
    allowedMimePatterns.length > 0 && words['contrib.rules.types']({ types: format.list(allowedMimePatterns) }),
  ].filter((each) => each !== false);
  return (
    <Field label={words['contrib.files']} hint={hint.join(' ')} error={error}>
      {(ids) => (
        <div className="colo-stack">
          <input
            {...ids}
            className="colo-input"
            type="file"
            name="files"
            multiple={maxFiles > 1}
            accept={allowedMimePatterns.join(',') || undefined}
            onChange={(event) => onChange([...(event.currentTarget.files ?? [])])}
          />
          {files.length > 0 && (
            <ul className="colo-rows">
              {files.map((file, index) => (
                <li key={index}>
                  <bdi>{file.name}</bdi> <span className="colo-quiet">{format.bytes(file.size)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}

/** Why files are not accepted, as text. */
export function faultText(fault: FileFault, words: Words<typeof contributionsEn>, format: Format): string {
  if (fault.code === 'too_many') return words['contrib.tooMany']({ total: format.number(fault.most) });
  if (fault.code === 'too_large') return words['contrib.tooLarge']({ size: format.bytes(fault.most) });
  return words['contrib.wrongType']({ name: fault.name });
}
