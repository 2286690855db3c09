import type { Components, Theme } from '@mui/material';
import type { KeyboardEvent } from 'react';
import type { Exporter, RaThemeOptions } from 'react-admin';
import { formQuery, pageQuery } from '../data/queryClient.js';
import { FormBody } from '../ui/forms/FormBody.js';
import { lazyPart } from '../ui/common/lazyPart.js';
import { listDefaults } from '../ui/page/lazyPage.js';
import { ViewError } from '../ui/page/ViewError.js';

/** Of the chunk that the product's lists load. */
const Pagination = lazyPart<'Pagination', object>(() => import('../ui/lists/ListFrame.js'), 'Pagination');

/** react-admin's export of a list that has none of its own at the server. */
const exporter: Exporter = async (...list) => (await import('./exportList.js')).exportList(...list);

/** An input has no empty line below it. */
const noHelperLine = { defaultProps: { helperText: false } } as const;
/** Inputs as wide as their form. */
const input = { defaultProps: { ...noHelperLine.defaultProps, fullWidth: true, size: 'small' } } as const;
/** An outlined button of a page, of the usual height. */
const button = { defaultProps: { variant: 'outlined', size: 'medium' } } as const;

const panel = ({ theme }: { theme: Theme }) => ({
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 12,
  boxShadow: 'none',
  overflow: 'clip',
});

/** A form has a line of its own below its title, of which it takes the width that the product's forms have. */
const form = (view: string) => ({
  [`& .${view}-main`]: { margin: 0, width: '100%' },
  [`& .${view}-card`]: { maxWidth: 880 },
});

/** Names the checkbox of a row by its first cell, of a card by its first link: react-admin names the box around it. */
function nameCheckbox(input: HTMLInputElement | null): void {
  const name = input?.parentElement?.getAttribute('aria-label');
  if (!input || !name) return;
  const named =
    input.closest('tr')?.querySelector('td:not(.MuiTableCell-paddingCheckbox)') ??
    input.closest('li')?.querySelector('a');
  input.setAttribute('aria-label', `${name} ${named?.textContent ?? ''}`);
  input.parentElement?.removeAttribute('aria-label');
}

/** Says in place of a page why it is not there. */
const notice = ({ theme }: { theme: Theme }) => ({
  '&&': { height: 'auto', margin: 0, padding: '40px 16px 16px' },
  '&, & > [class$=-message]': {
    opacity: 1,
    color: theme.palette.text.secondary,
    fontFamily: 'inherit',
    textAlign: 'center',
  },
  '& [class*=-icon]': { width: '4em', height: '4em', fontSize: '1rem' },
});

/** Lets react-admin's own parts look and behave as the product's: a plain List, Show, Edit or Create says nothing of it. */
export const viewsTheme = {
  RaList: {
    defaultProps: {
      ...listDefaults,
      exporter,
      error: <ViewError />,
      pagination: <Pagination />,
    },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // Filters, records and pages are one panel; the actions are beside the title.
        '& .RaList-main': {
          ...panel({ theme }),
          margin: 0,
          // No wider than its page with the largest letters.
          minWidth: 0,
          background: theme.palette.background.paper,
        },
        '& .RaList-content': { border: 0, borderRadius: 0, boxShadow: 'none', overflow: 'visible' },
        // Says that no record matches.
        '& .RaList-content > .MuiCardContent-root': {
          padding: '40px 16px',
          textAlign: 'center',
          '& > *': { color: theme.palette.text.secondary, fontSize: '1rem' },
          '& button': { display: 'flex', margin: '16px auto 0' },
        },
        '& .RaList-noResults': { ...panel({ theme }), flex: 1, background: theme.palette.background.paper },
      }),
    },
  },
  MuiTablePagination: {
    styleOverrides: {
      root: ({ theme }) => ({ display: 'block', borderTop: `1px solid ${theme.palette.divider}` }),
      // In a narrow panel, the pages stand below their number.
      toolbar: { flexWrap: 'wrap', justifyContent: 'flex-end' },
      spacer: { flex: '1 1 0' },
      displayedRows: ({ theme }) => ({ marginRight: 16, [theme.breakpoints.down('md')]: { marginRight: 4 } }),
      actions: { marginLeft: 0 },
    },
  },
  RaEmpty: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        padding: '40px 16px',
        '& .RaEmpty-message': { margin: 0, opacity: 1, color: theme.palette.text.secondary },
        '& .RaEmpty-icon': { width: '3em', height: '3em' },
        '& .MuiTypography-h4': {
          margin: 0,
          fontSize: '1rem',
          fontWeight: 600,
          color: theme.palette.text.primary,
        },
        '& .RaEmpty-toolbar': { marginTop: 16 },
      }),
    },
  },
  RaNotFound: { styleOverrides: { root: notice } },
  RaAccessDenied: { styleOverrides: { root: notice } },
  RaError: { styleOverrides: { root: notice } },
  RaListToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&&': { position: 'static', alignItems: 'stretch', background: 'none' },
        '& > [role=search]': { flex: '1 1 100%' },
        '& > form': {
          padding: 16,
          minHeight: 0,
          width: '100%',
          gap: 8,
          borderBottom: `1px solid ${theme.palette.divider}`,
          '& .MuiFormControl-root': { margin: 0 },
          '&:not(:has(.RaFilterForm-filterFormInput))': { display: 'none' },
          [theme.breakpoints.down('sm')]: { padding: '12px 16px' },
        },
      }),
    },
  },
  // Beside the page's title.
  RaTopToolbar: {
    styleOverrides: {
      root: {
        '&&': {
          position: 'absolute',
          top: 0,
          right: 0,
          flex: '0 1 auto',
          minHeight: 0,
          padding: 0,
          alignItems: 'center',
          background: 'none',
        },
      },
    },
  },
  RaDataTable: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        // A wide table scrolls in its panel, never the page.
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
        containerType: 'inline-size',
        '& .MuiTableCell-root': {
          height: 57,
          padding: '8px 11px',
          fontVariantNumeric: 'tabular-nums',
          borderColor: theme.palette.divider,
        },
        '& .MuiTableCell-head': { height: 53, whiteSpace: 'nowrap' },
        // Smaller padding in a window of 1280 px, and beside another column of the page.
        '@container (max-width: 1039px)': { '& .MuiTableCell-root': { padding: 8 } },
        '@container (max-width: 959px)': { '& .MuiTableCell-root': { padding: '8px 4px' } },
        // An amount ends where the text of the next cell begins: apart where there is room.
        '@container (min-width: 720px) and (max-width: 959px)': {
          '& .MuiTableCell-alignRight': { paddingRight: 16 },
        },
        // On one line with headings that do not sort.
        '& .MuiTableSortLabel-root': { verticalAlign: 'top' },
        // Sort icons take up no space, except that of the sorted column.
        '& .MuiTableSortLabel-root:not(.Mui-active) .MuiTableSortLabel-icon': {
          position: 'absolute',
          left: '100%',
        },
        '& .MuiTableCell-root:first-of-type': { paddingLeft: 16 },
        '& .MuiTableCell-root:last-of-type': { paddingRight: 16 },
        '& .MuiTableCell-paddingCheckbox:first-of-type': { width: 40, padding: '0 0 0 4px' },
        '& tbody tr:last-of-type > .MuiTableCell-root': { borderBottom: 0 },
      }),
    },
  },
  // Over the headings, beside the checkbox of the page: above them it would hide the filters. At the end of a list, in view.
  RaBulkActionsToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&& .RaBulkActionsToolbar-toolbar': {
          left: 48,
          height: 52,
          minHeight: 52,
          padding: '0 16px 0 8px',
          transform: 'none',
          borderRadius: 0,
          color: theme.palette.text.primary,
          background: theme.palette.background.paper,
        },
        '&& .RaBulkActionsToolbar-collapsed': { height: 0, minHeight: 0, visibility: 'hidden' },
        '&& .RaBulkActionsToolbar-topToolbar': { position: 'static' },
        '.RaList-main > &': {
          position: 'sticky',
          bottom: 0,
          zIndex: 2,
          '& .RaBulkActionsToolbar-toolbar': {
            position: 'static',
            height: 'auto',
            flexWrap: 'wrap',
            gap: 8,
            padding: '8px 16px',
            [theme.breakpoints.down('sm')]: { padding: '8px 12px' },
            borderTop: `1px solid ${theme.palette.divider}`,
            boxShadow: '0 -4px 12px rgb(0 0 0 / 12%)',
          },
          '& .RaBulkActionsToolbar-collapsed': { display: 'none' },
          '& .RaBulkActionsToolbar-title': {
            flex: '1 1 14rem',
            // A short one leaves room for a button on a phone.
            [theme.breakpoints.down('sm')]: { flexBasis: 'auto' },
            flexWrap: 'wrap',
            alignItems: 'flex-start',
            gap: 0,
          },
          '& .RaBulkActionsToolbar-title .MuiTypography-root': { fontWeight: 600 },
          '& .RaBulkActionsToolbar-icon': { margin: '0 4px 0 -8px', padding: 10 },
          // On the line of the icon.
          '& .RaBulkActionsToolbar-title > :not(button, :empty)': { paddingBlock: 8 },
          '& [role=status]': { flex: '1 1 7rem', whiteSpace: 'pre-wrap' },
          // A sum is in one line.
          '& [role=status] > span': { display: 'inline-block', whiteSpace: 'pre' },
          '& .RaBulkActionsToolbar-topToolbar': { flexWrap: 'wrap', gap: 8, padding: 0 },
        },
      }),
    },
  },
  // A row opens by Enter too, as react-admin's own does by click only.
  RaDataTableRow: {
    defaultProps: {
      tabIndex: 0,
      onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
        if (key === 'Enter' && target === currentTarget) currentTarget.click();
      },
    },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: -3 },
      }),
    },
  },
  // The class is for the shortcuts, which move from row to row.
  RaSimpleList: {
    defaultProps: { className: 'simple-list' },
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        padding: 0,
        '& li': { position: 'relative' },
        // The first link of a card covers it.
        '& .MuiListItemText-primary a::after': { content: '""', position: 'absolute', inset: 0 },
        // The text at the end of the first line stays beside a long one.
        '& .MuiListItemText-primary > div': { display: 'flex', justifyContent: 'space-between', gap: 8 },
        '& .RaSimpleList-tertiary': { opacity: 1, flexShrink: 0 },
        '& .MuiListItemIcon-root': { position: 'relative' },
        '& li + li': { borderTop: `1px solid ${theme.palette.divider}` },
        '& .MuiListItemText-root': { overflowWrap: 'anywhere' },
      }),
    },
  },
  // The browser's translation would replace a number that gives way to an arrow.
  MuiPagination: { defaultProps: { translate: 'no' } },
  MuiCheckbox: { defaultProps: { slotProps: { input: { ref: nameCheckbox } } } },
  RaShow: {
    defaultProps: { queryOptions: pageQuery, error: <ViewError /> },
    styleOverrides: { root: { '& .RaShow-main': { margin: 0 }, '& .RaShow-card': { minWidth: 0 } } },
  },
  RaEdit: {
    // Without its record, the title would be one that moves the form when it comes.
    defaultProps: {
      mutationMode: 'pessimistic',
      queryOptions: formQuery,
      error: <ViewError />,
      emptyWhileLoading: true,
    },
    styleOverrides: { root: form('RaEdit') },
  },
  RaCreate: { styleOverrides: { root: form('RaCreate') } },
  RaSimpleForm: {
    defaultProps: {
      component: FormBody,
      reValidateMode: 'onSubmit',
      shouldFocusError: false,
      // Said above the inputs instead.
      disableInvalidFormNotification: true,
      noValidate: true,
    },
  },
  // A notice is dark in the light theme, and light in the dark one.
  RaNotification: {
    styleOverrides: {
      root: { '& .RaNotification-undo.MuiButton-text:not(.Mui-disabled)': { color: 'inherit' } },
    },
  },
  RaConfirm: {
    // Begins at Cancel, not at the button that confirms: the Enter that opened it confirms nothing.
    defaultProps: {
      fullWidth: true,
      maxWidth: 'xs',
      slotProps: {
        transition: {
          onEnter: (dialog: HTMLElement) =>
            dialog.querySelector<HTMLElement>('.MuiDialogActions-root > button')?.focus(),
        },
      },
    },
    // As the product's own dialogs: the button that confirms is filled, or red where something is lost by it.
    styleOverrides: {
      root: ({ theme: { palette } }: { theme: Theme }) => ({
        '& .MuiButton-startIcon': { display: 'none' },
        '&& .ra-confirm.MuiButton-text:not(.Mui-disabled)': {
          padding: '6px 16px',
          color: palette.primary.contrastText,
          background: palette.primary.main,
          '&:hover': { background: palette.primary.dark },
        },
        '&& .RaConfirm-confirmWarning.MuiButton-text:not(.Mui-disabled)': {
          color: palette.error.contrastText,
          background: palette.error.main,
          '&:hover': { background: palette.error.dark },
        },
      }),
    },
  },
  RaToolbar: {
    styleOverrides: {
      root: ({ theme }: { theme: Theme }) => ({
        borderTop: `1px solid ${theme.palette.divider}`,
        '&&': { position: 'sticky', bottom: 0, zIndex: 2, padding: '12px 16px' },
      }),
    },
  },
  RaButton: button,
  RaCreateButton: {
    defaultProps: { variant: 'contained' },
    styleOverrides: {
      root: {
        // On a phone, beside the title instead of over the last row.
        '&.RaCreateButton-floating': {
          position: 'static',
          width: 44,
          height: 44,
          borderRadius: 8,
          boxShadow: 'none',
        },
      },
    },
  },
  RaBulkDeleteButton: { defaultProps: { mutationMode: 'pessimistic' } },
  RaBulkUpdateButton: { defaultProps: { mutationMode: 'pessimistic' } },
  RaDeleteButton: { defaultProps: { mutationMode: 'pessimistic' } },
  RaUpdateButton: { defaultProps: { mutationMode: 'pessimistic' } },
  RaTextInput: input,
  RaNumberInput: input,
  // As high as other inputs.
  RaSelectInput: { defaultProps: { ...input.defaultProps, margin: 'none' } },
  RaAutocompleteInput: input,
  RaDateInput: input,
  RaDateTimeInput: input,
  RaPasswordInput: input,
  RaRadioButtonGroupInput: noHelperLine,
  RaBooleanInput: noHelperLine,
} as Components<Theme> & RaThemeOptions['components'];
