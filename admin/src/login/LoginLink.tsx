import { pages } from '#domain/pages';
import { loginEnglish as texts } from '../i18n/en/login.js';

/** Leads to the login page from the page of a link that did its work. */
export const LoginLink = () => (
  <a className="button" href={pages.login}>
    {texts.signIn}
  </a>
);
