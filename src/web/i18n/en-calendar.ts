/** English messages of the calendar, which only the server reads. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enCalendar = {
  name: `${PRODUCT_NAME}: draws`,
  description: 'The five draws of every day, with the time of each result.',
  draw: (time: string) => `${time} draw · ${PRODUCT_NAME}`,
  result: (time: string, address: string) => `The result is published at ${time} (IST): ${address}`,
};

export type CalendarMessages = typeof enCalendar;
