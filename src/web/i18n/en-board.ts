/** English messages of the board. */
import { PRODUCT_NAME } from '../../core/branding.ts';

export const enBoard = {
  title: `${PRODUCT_NAME}: results board`,
  description: `The ${PRODUCT_NAME} board for the television of a shop: the results of today, the live draw, the time and the next draw on one screen.`,
  fullScreen: 'Full screen',
  windowed: 'Leave full screen',
  toSite: 'Go to the site',
  noResults: 'No results yet',
  back: 'The board will be back in a moment. No result is lost.',
};

export type BoardMessages = typeof enBoard;
