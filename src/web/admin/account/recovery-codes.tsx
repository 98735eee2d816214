/** The recovery codes, shown once, to be copied or saved. */
import { FILE_PREFIX } from '../../../core/branding.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { DownloadIcon } from '../../components/page-icons.tsx';
import { CopyButton } from '../widgets/copy-button.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onKept(): void;
}

export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-control bg-ground p-4 text-center text-lg font-bold tabular-nums"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={text} label="Copy codes" />
        <button
          type="button"
          className={`${ACTION} grow`}
          onClick={() => saveTextFile(`${FILE_PREFIX}-recovery-codes.txt`, `${text}\n`)}
        >
          <DownloadIcon />
          Download
        </button>
      </div>
      <button type="button" className={`${MAIN_ACTION} mt-3 w-full`} onClick={onKept}>
        I have kept them
      </button>
    </>
  );
}

function saveTextFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
