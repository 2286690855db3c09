/** Returns whether the browser has translated the page: it puts the texts into `font` elements, which React does not know. */
export const isTranslated = (): boolean => document.querySelector('font') !== null;
