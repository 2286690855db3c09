import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { chooseColorScheme, useColorScheme } from '../ui/common/colorScheme.js';

/** A page to go to, or an action. */
export interface Command {
  name: string;
  path?: string;
  run?: () => void;
}

const places = {
  newCustomer: pages.newCustomer,
  newPayment: pages.newPayment,
  importStatement: pages.importStatement,
  dashboard: pages.admin,
  customers: pages.customers,
  payments: pages.payments,
  overdue: pages.overdue,
  reconcile: pages.reconcile,
  bankAccounts: pages.bankAccounts,
  mails: pages.mails,
  reports: pages.reports,
  account: pages.account,
};

/** Returns the pages and actions whose names have every typed word at the beginning of one of theirs. */
export function useCommands(text: string): Command[] {
  const translate = useTranslate();
  const scheme = useColorScheme() === 'dark' ? 'light' : 'dark';
  const commands: Command[] = [
    ...Object.entries(places).map(([place, path]) => ({
      name: translate(`admin.search.places.${place}`),
      path,
    })),
    { name: translate(`admin.shell.scheme.${scheme}`), run: () => chooseColorScheme(scheme) },
  ];
  const wordsOf = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) =>
    wordsOf(text).every((typed) => wordsOf(name).some((word) => word.startsWith(typed))),
  );
}
