import type { ReactNode } from 'react';
import { pages } from '#domain/pages';
import { loginEnglish as texts } from '../i18n/en/login.js';
import { Copyright } from './Copyright.js';

interface LoginPageProps {
  title: string;
  /** The reason why the last attempt failed. */
  alert: string | undefined;
  /** Links beside the one to the checkout. */
  links?: ReactNode;
  children: ReactNode;
}

/** The card of the pages that need no sign-in, on plain elements: without a component library it loads fast. */
export const LoginPage = ({ title, alert, links, children }: LoginPageProps) => (
  <div className="page">
    <main className="screen">
      <title>{title}</title>
      <div className="panel">
        <h1>{title}</h1>
        {alert && (
          <p className="alert" role="alert">
            {alert}
          </p>
        )}
        {children}
        <div className="links">
          {links}
          <a className="link" href={pages.checkout}>
            {texts.checkout}
          </a>
        </div>
      </div>
    </main>
    <Copyright />
  </div>
);
