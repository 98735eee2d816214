/** Malayalam messages of the printable sheet of a day, which only the server reads. */
import type { SheetMessages } from './en-sheet.ts';

export const mlSheet: SheetMessages = {
  kind: 'ദിവസത്തെ ഫലങ്ങൾ',
  published: (time) => `${time}-ന് പ്രസിദ്ധീകരിച്ചു`,
  notPublished: 'ഫലം പ്രസിദ്ധീകരിച്ചിട്ടില്ല',
  asOf: (time, date) => `${date}, ${time} വരെയുള്ള വിവരം. എല്ലാ സമയവും ഇന്ത്യൻ സമയം (IST) ആണ്.`,
  code: (address) => `${address} എന്ന വിലാസത്തിന്റെ ക്യുആർ കോഡ്`,
  pageNumber: 'പേജ് {page} / {pages}',
};
