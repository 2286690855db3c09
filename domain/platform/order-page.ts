/** The visitor's own page, below this path, and the form that requests links to it; the checkout knows no other address. */
export const orderPage = '/order';
