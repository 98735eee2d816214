/** The check of a draw with its English messages. */
import { enDrawCheck } from '../../../i18n/en-draw-check.ts';
import { CheckPanel, type CheckPanelProps } from './check-panel.tsx';

export const CheckInLanguage = (props: Omit<CheckPanelProps, 'texts'>) => (
  <CheckPanel texts={enDrawCheck} {...props} />
);
