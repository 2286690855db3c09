import type { CreditReason } from '#domain/documents/documents';

/** The texts of documents. */
export const en = {
  reasons: { Refund: 'Refund', Cancelled: 'Cancelled', Corrected: 'Corrected' } satisfies Record<
    CreditReason,
    string
  >,
  /** The names of taxes where they differ from those that are stored. */
  taxes: {} as Record<string, string>,
  numberOfDay: '{number} of {day}',
  /** The tax of a part of the price. */
  taxOn: '{tax} on {base}',
  page: 'Page {number} of {count}',
  rate: '{percent}%',
  labels: {
    issuedOn: 'Date of issue',
    saleBooked: 'Sale booked on',
    returnBooked: 'Return booked on',
    reference: 'Reference number',
    credits: 'Credits invoice',
    reason: 'Reason',
    buyer: 'Billed to',
    description: 'Description',
    amount: 'Amount',
    net: 'Subtotal before tax',
    total: 'Total',
    paid: 'Paid',
    returned: 'Money returned',
    date: 'Date',
    method: 'Method',
    shortfall: 'Written off as bank fees',
    agreed: 'Agreed as',
    sample: 'Sample',
  },
};
