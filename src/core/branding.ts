/** The product's names: the only place that spells them out. */

export const PRODUCT_NAME = 'Swarna Chakra';
export const PRODUCT_NAME_ML = 'സ്വർണ്ണ ചക്ര';

export const STATE_NAME = 'Kerala';
export const STATE_NAME_ML = 'കേരളം';

export const DRAW_NUMBER_PREFIX = 'SC';
export const FILE_PREFIX = 'swarna-chakra';
export const DEFAULT_NEWS_AUTHOR = 'Results Desk';
/** The year the copyright line counts from. */
export const SINCE_YEAR = 2020;
