import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { useHasCards } from '../data/useHasCards.js';
import { type Access, can, type Resource } from '#domain/roles';
import { chooseColorScheme, useColorScheme } from '../ui/common/colorScheme.js';
import { useRole } from '../session/role.js';

/** A page to go to, or an action. */
export interface Command {
  name: string;
  path?: string;
  run?: () => void;
}

/** The pages, each with what its role needs beyond reading the office's records. */
const places: Record<string, { path: string; needs?: [Access, Resource] }> = {
  newCustomer: { path: pages.newCustomer, needs: ['write', 'customers'] },
  newPayment: { path: pages.newPayment, needs: ['write', 'payments'] },
  importStatement: { path: pages.importStatement, needs: ['write', 'statements'] },
  dashboard: { path: pages.admin },
  customers: { path: pages.customers },
  payments: { path: pages.payments },
  overdue: { path: pages.overdue },
  reconcile: { path: pages.reconcile },
  bankAccounts: { path: pages.bankAccounts },
  cardEvents: { path: pages.cardEvents },
  mails: { path: pages.mails },
  reports: { path: pages.reports },
  account: { path: pages.account },
  people: { path: pages.people, needs: ['read', 'people'] },
  audit: { path: pages.audit, needs: ['read', 'audit'] },
};

/** Returns the pages and actions whose names have every typed word at the beginning of one of theirs. */
export function useCommands(text: string): Command[] {
  const translate = useTranslate();
  const role = useRole();
  const hasCards = useHasCards();
  const scheme = useColorScheme() === 'dark' ? 'light' : 'dark';
  const commands: Command[] = [
    ...Object.entries(places)
      .filter(([place, { needs }]) => (!needs || can(role, ...needs)) && (place !== 'cardEvents' || hasCards))
      .map(([place, { path }]) => ({ name: translate(`admin.search.places.${place}`), path })),
    { name: translate(`admin.shell.scheme.${scheme}`), run: () => chooseColorScheme(scheme) },
  ];
  const wordsOf = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) =>
    wordsOf(text).every((typed) => wordsOf(name).some((word) => word.startsWith(typed))),
  );
}
