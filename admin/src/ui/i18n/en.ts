import raEnglish from 'ra-language-english';
import { messages } from '#domain/platform/messages';
import { shellEnglish } from './en/shell.js';

/** The labels that are there from the start; those of pages are in enPages.ts, names and errors in domain/. */
export const en = {
  ...raEnglish,
  ra: {
    ...raEnglish.ra,
    action: {
      ...raEnglish.ra.action,
      open_menu: 'Open the menu',
      select_all: 'Select all on this page',
      // Before the name of the row.
      select_row: 'Select',
      unselect: 'Clear Selection',
    },
    input: {
      ...raEnglish.ra.input,
      password: { toggle_visible: 'Hide what is typed', toggle_hidden: 'Show what is typed' },
    },
    // A heading is named by its text alone, as a filter may have the same; `aria-sort` tells the order.
    sort: { ...raEnglish.ra.sort, sort_by: '' },
    page: {
      ...raEnglish.ra.page,
      create: 'New %{name}',
      edit: 'Edit %{recordRepresentation}',
      show: '%{recordRepresentation}',
      not_found: 'Page Not Found',
      access_denied: messages.forbidden,
    },
    message: {
      ...raEnglish.ra.message,
      // react-admin ends it with a full stop.
      not_found: 'There is no page at this address',
      access_denied: 'An admin can give your account another role.',
      error: 'This page could not be shown. Loading it again usually helps.',
    },
    navigation: {
      ...raEnglish.ra.navigation,
      skip_nav: 'Skip to Content',
      no_filtered_results: 'Nothing matches the search and filters.',
      clear_filters: 'Clear Filters',
      page_range_info: '%{offsetBegin}–%{offsetEnd} of %{total}',
    },
    notification: {
      ...raEnglish.ra.notification,
      created: 'The record was added',
      updated: 'The record was saved |||| %{smart_count} records were saved',
      deleted: 'The record was deleted |||| %{smart_count} records were deleted',
    },
  },
  admin: shellEnglish,
};
