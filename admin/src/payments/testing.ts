/** A pending payment as components get it; tests add the fields that theirs reads. */
export const pendingPayment = {
  id: 'p',
  _id: 'p',
  referenceNumber: 'CRTS-OTN-P',
  status: 'pending',
  version: 4,
  amount: 1000,
  currency: 'CAD',
};
