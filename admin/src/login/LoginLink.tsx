import { pages } from '#domain/pages';

/** Leads to the login page from the page of a link that did its work. */
export const LoginLink = () => (
  <a className="button" href={pages.login}>
    Sign In
  </a>
);
