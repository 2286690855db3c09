import raEnglish from 'ra-language-english';
import { activityEnglish } from './activityEnglish.js';
import { customersEnglish } from './customersEnglish.js';
import { paymentsEnglish } from './paymentsEnglish.js';
import { shellEnglish } from './shellEnglish.js';

/** Every label of the back-office. What the domain names (statuses, methods, countries, errors) stands there. */
export const english = {
  ...raEnglish,
  resources: {
    customers: customersEnglish,
    payments: paymentsEnglish,
  },
  admin: { ...shellEnglish, activity: activityEnglish },
};
