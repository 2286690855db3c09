import raEnglish from 'ra-language-english';
import { accountEnglish } from './en/account.js';
import { activityEnglish } from './en/activity.js';
import { shellEnglish } from './en/shell.js';

/**
 * The labels of the back-office around its resources, which have theirs in their own folders; names of statuses,
 * methods and countries and error messages are in domain/.
 */
export const en = {
  ...raEnglish,
  ra: raEnglish.ra,
  admin: { ...shellEnglish, account: accountEnglish, activity: activityEnglish },
};
