/** The check of a draw with its Malayalam messages. */
import { mlDrawCheck } from '../../../i18n/ml-draw-check.ts';
import { CheckPanel, type CheckPanelProps } from './check-panel.tsx';

export const CheckInLanguage = (props: Omit<CheckPanelProps, 'texts'>) => (
  <CheckPanel texts={mlDrawCheck} {...props} />
);
