import type { CardPurchase, Purchase } from '../progress/progress.js';

/** True for a card payment that has arrived, false for a recorded transfer. */
export const isCardPurchase = (purchase: Purchase): purchase is CardPurchase => 'summary' in purchase;
