/** Malayalam messages of the board. */
import { PRODUCT_NAME_ML } from '../../core/branding.ts';
import type { BoardMessages } from './en-board.ts';

export const mlBoard: BoardMessages = {
  title: `${PRODUCT_NAME_ML}: ഫല ബോർഡ്`,
  description: `കടയിലെ ടിവിക്കുള്ള ${PRODUCT_NAME_ML} ബോർഡ്: ഇന്നത്തെ ഫലങ്ങളും തത്സമയ നറുക്കെടുപ്പും സമയവും അടുത്ത നറുക്കെടുപ്പും ഒറ്റ സ്ക്രീനിൽ.`,
  fullScreen: 'പൂർണ്ണ സ്ക്രീൻ',
  windowed: 'പൂർണ്ണ സ്ക്രീൻ ഒഴിവാക്കുക',
  toSite: 'സൈറ്റിലേക്ക് പോകുക',
  noResults: 'ഫലങ്ങൾ ആയിട്ടില്ല',
  back: 'ബോർഡ് ഉടൻ തിരിച്ചെത്തും. ഒരു ഫലവും നഷ്ടപ്പെടില്ല.',
};
