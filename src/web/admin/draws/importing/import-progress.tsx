/** How far an import, or its removal, is. */
import type { DrawImport } from '../../../../contract/import.ts';
import { ProgressBar } from '../../widgets/progress-bar.tsx';
import { progressOf, progressText } from './imports.ts';

/** Without an import it has not begun: the server reads the file. */
export function ImportProgress({ current }: { current: DrawImport | undefined }) {
  const progress = current && progressOf(current);
  if (!progress) return <ProgressBar label={current ? 'Almost done' : 'Checking the file'} value={null} />;
  return <ProgressBar label={progressText(current)} value={progress.done} max={progress.of} />;
}
