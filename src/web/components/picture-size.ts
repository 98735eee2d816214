/** The size of a picture that stands for a page where it is shared, as the networks ask for it. */
export const PICTURE_SIZE = { width: 1200, height: 630 };
