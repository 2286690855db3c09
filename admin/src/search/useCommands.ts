import { useTranslate } from 'react-admin';
import { pages } from '#domain/pages';
import { listPage } from '#domain/adminPages';
import { can } from '#domain/roles';
import { chooseColorScheme, useColorScheme } from '../data/colorScheme.js';
import { rightsOf } from '../ui/page/resource.js';
import { useShownResources } from '../ui/page/useShownResources.js';
import { useRole } from '../session/role.js';

/** A page to go to, or an action. */
export interface Command {
  name: string;
  path?: string;
  run?: () => void;
}

/** Returns the pages and actions whose names have every typed word at the beginning of one of theirs. */
export function useCommands(text: string): Command[] {
  const translate = useTranslate();
  const role = useRole();
  const resources = useShownResources().flat();
  const scheme = useColorScheme() === 'dark' ? 'light' : 'dark';
  const label = (name: string) => translate(`admin.search.places.${name}`);
  const commands: Command[] = [
    ...resources.flatMap((resource) =>
      Object.entries(resource.commands ?? {})
        .filter(([, access]) => can(role, access, rightsOf(resource)))
        .map(([page]) => ({
          name: translate(`resources.${resource.name}.commands.${page}`),
          path: `${listPage(resource.name)}/${page}`,
        })),
    ),
    { name: label('dashboard'), path: pages.admin },
    ...resources.map(({ name }) => ({ name: translate(`resources.${name}.title`), path: listPage(name) })),
    { name: label('account'), path: pages.account },
    { name: translate(`admin.shell.scheme.${scheme}`), run: () => chooseColorScheme(scheme) },
  ];
  const wordsOf = (words: string) => words.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name }) =>
    wordsOf(text).every((typed) => wordsOf(name).some((word) => word.startsWith(typed))),
  );
}
