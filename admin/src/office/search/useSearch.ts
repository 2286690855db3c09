import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { listPage } from '#domain/platform/admin-pages';
import { pages } from '#domain/platform/pages';
import { can } from '#domain/platform/roles';
import { chooseColorScheme, useColorScheme } from '../../data/colorScheme.js';
import type { dataProvider } from '../../data/dataProvider.js';
import { pageQuery } from '../../data/queryClient.js';
import { useHeldCardEvents } from '../../data/useHeldCardEvents.js';
import { useRole } from '../../data/session/role.js';
import { rightsOf } from '../../ui/page/resource.js';
import { useShownResources } from '../../ui/page/useShownResources.js';
import { textsOf } from '../../ui/i18n/textsOf.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

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
  const label = textsOf(translate, 'admin.search.places');
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

/** Milliseconds between the last key and the request. */
const pauseMs = 150;

/** Searches while the text is typed; an empty text finds the newest records. */
export function useSearch(text: string) {
  const { searchEverything } = useDataProvider<typeof dataProvider>();
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  const held = useHeldCardEvents(asked);
  const query = useQuery({
    // 'payments' is invalidated by writes to both resources.
    queryKey: ['payments', 'searchEverything', asked],
    queryFn: ({ signal }) => searchEverything(asked, signal),
    placeholderData: keepPreviousData,
    ...pageQuery,
  });
  const failed = [query, held].filter(({ data, error }) => error && !data);
  return {
    data: query.data,
    held: held.data,
    error: failed[0]?.error,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
    isWaiting: asked !== text || query.isPlaceholderData || query.isPending || held.isLoading,
  };
}
