/** Malayalam messages of the calendar, which only the server reads. */
import { PRODUCT_NAME_ML } from '../../core/branding.ts';
import type { CalendarMessages } from './en-calendar.ts';

export const mlCalendar: CalendarMessages = {
  name: `${PRODUCT_NAME_ML}: നറുക്കെടുപ്പുകൾ`,
  description: 'ദിവസവും അഞ്ച് നറുക്കെടുപ്പുകൾ, ഓരോന്നിന്റെയും ഫലം വരുന്ന സമയം സഹിതം.',
  draw: (time) => `${time} നറുക്കെടുപ്പ് · ${PRODUCT_NAME_ML}`,
  result: (time, address) => `ഫലം പ്രസിദ്ധീകരിക്കുന്നത്: ${time} (IST), ${address}`,
};
