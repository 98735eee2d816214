/** The product's names and other branding, defined only here. */

export const PRODUCT_NAME = 'Swarna Chakra';
export const PRODUCT_NAME_ML = 'സ്വർണ്ണ ചക്ര';

export const STATE_NAME = 'Kerala';
export const STATE_NAME_ML = 'കേരളം';

export const DRAW_NUMBER_PREFIX = 'SC';
export const FILE_PREFIX = 'swarna-chakra';
export const DEFAULT_NEWS_AUTHOR = 'Results Desk';
/** The first year in the copyright line. */
export const SINCE_YEAR = 2020;

/** The size of the preview picture of a shared page, as social networks ask for it. */
export const PICTURE_SIZE = { width: 1200, height: 630 };
