/** The ways to pay. */
export const paymentMethods = ['creditCard', 'bankTransfer', 'interac', 'wireTransfer'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];
