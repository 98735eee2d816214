/** The check of a draw with its Malayalam messages. */
import { mlCheck } from '../../../i18n/ml-check.ts';
import { CheckPanel, type CheckPanelProps } from './check-panel.tsx';

export const CheckInLanguage = (props: Omit<CheckPanelProps, 'texts'>) => (
  <CheckPanel texts={mlCheck} {...props} />
);
