import { payment } from '#domain/texts/en/payment';

/** The texts of a purchase, in the checkout and on its own page. */
export const purchase = {
  ...payment,
  pageFailed: 'Something went wrong on this page.',
  recordedUnder: 'Your order is recorded. Please save its reference number:',
  copy: 'Copy',
  copied: 'Copied',
  cannotCopy: 'Please select and copy',
  copyNames: {
    reference: 'reference number',
    amount: 'amount',
    instructions: 'instructions',
    account: 'account details',
    link: 'link to your payment page',
  },
  sample: 'Sample instructions.',
  doNotSend: 'This shop has not been set up yet: please do not send any money.',
  howToPay: 'How to pay',
  amount: 'Amount',
  name: 'Name',
  email: 'Email',
  accountDetails: 'Account details',
  againInSeconds: {
    one: 'You can try again in {count} second.',
    other: 'You can try again in {count} seconds.',
  },
};
