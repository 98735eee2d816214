/** The names of where the digits of a draw come from. */
import type { Provenance } from '../../../core/publication.ts';

export const PROVENANCE_NAMES: Record<Provenance, string> = {
  generated: 'Drawn by the system',
  edited: 'Edited by staff',
  entered: 'Entered by staff',
  corrected: 'Corrected',
};
