/** Where the digits of a draw come from, in the words of the panel. */
import type { Provenance } from '../../../core/publication.ts';

export const PROVENANCE_NAMES: Record<Provenance, string> = {
  generated: 'Drawn by the system',
  edited: 'Edited by staff',
  entered: 'Entered by staff',
  corrected: 'Corrected',
};
