/** Malayalam messages of the notifications that the service worker shows. */
import { PRODUCT_NAME_ML } from '../../core/branding.ts';
import type { enNotification } from './en-notification.ts';

export const mlNotification: typeof enNotification = {
  result: (slot, digits) => `${slot} ഫലം: ${digits}`,
  productName: PRODUCT_NAME_ML,
  newResult: 'പുതിയ ഫലം പ്രസിദ്ധീകരിച്ചു.',
};
