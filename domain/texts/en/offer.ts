import { networkMessage } from '../../platform/messages.js';
import { countries } from './countries.js';

/** The offer: what is sold, where, and how it can be paid. */
export const offer = {
  site: 'Thailand Real Estate Trip',
  product: 'Thailand real-estate diligence trip',
  /** Behind a total in Canadian dollars. */
  approximately: 'approximately {amount}',
  methodCards: {
    creditCard: 'Credit Card',
    bankTransfer: 'Bank Transfer',
    interac: 'Interac E-Transfer',
    wireTransfer: 'Wire Transfer',
  },
  countries,
  chooseCountry: 'Please select your country',
  chooseProvince: 'Please select your province',
  chooseState: 'Please select your state',
  network: networkMessage,
};
