/** The check of a draw with its English messages. */
import { enCheck } from '../../../i18n/en-check.ts';
import { CheckPanel, type CheckPanelProps } from './check-panel.tsx';

export const CheckInLanguage = (props: Omit<CheckPanelProps, 'texts'>) => (
  <CheckPanel texts={enCheck} {...props} />
);
