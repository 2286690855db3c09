import { type SettingsPart, wholeNumber } from '../../platform/config/environment.js';

/** The setting of how long records that tax law asks for are kept. */
export interface PersonalDataConfig {
  /** Years from the end of that of a customer's last payment, after which names in papers and files of the bank go. */
  personalDataYears: number;
}

export const personalDataSettings: SettingsPart<'PERSONAL_DATA_YEARS', PersonalDataConfig> = {
  variables: ['PERSONAL_DATA_YEARS'],
  // Six years from the end of the tax year: https://www.canada.ca/en/revenue-agency/services/tax/businesses/topics/keeping-records/where-keep-your-records-long-request-permission-destroy-them-early.html
  read: (env) => ({ personalDataYears: wholeNumber(env, 'PERSONAL_DATA_YEARS', 6, 1, 100) }),
};
