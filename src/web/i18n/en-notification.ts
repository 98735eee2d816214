/** English messages of the notifications that the service worker shows. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enNotification = {
  result: (slot: string, digits: string) => `${slot} result: ${digits}`,
  productName: PRODUCT_NAME,
  newResult: 'A new result has been published.',
};
