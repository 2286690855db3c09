import ListIcon from '@mui/icons-material/FormatListBulleted';
import { Box, IconButton, Menu, MenuItem, styled } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  EditButton as RaEditButton,
  type EditButtonProps,
  type RaRecord,
  ShowView,
  type ShowViewProps,
  useShowContext,
} from 'react-admin';
import { flushSync } from 'react-dom';
import { isMissing } from '#browser/http';
import { useRememberOpened } from './openedRecords.js';
import { PageSkeleton } from './PageSkeleton.js';
import { ViewError } from './ViewError.js';
import { useIsBelow } from '../common/useIsBelow.js';
import { useKeptFocus } from '../common/useKeptFocus.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface ShowFrameProps extends Pick<ShowViewProps, 'title' | 'actions' | 'children'> {
  /** Before the title: a button that leads back. */
  back?: ReactNode;
  /** Behind the title. */
  status?: ReactNode;
  /** At the end of the breadcrumbs' line: links to further records. */
  neighbours?: ReactNode;
}

type Shown = { record?: RaRecord; resource: string; error?: unknown };

/** The view of a record's page, of which `lazyShow` is the other half: its outline while it loads. The layout places its parts. */
export function ShowFrame({ back, status, neighbours, actions, children, ...view }: ShowFrameProps) {
  const { record, resource, error } = useShowContext() as Shown;
  useRememberOpened(resource, record);
  const keptFocus = useKeptFocus('.MuiToolbar-root');
  if (!record && !error) return <PageSkeleton />;
  // The page first shows the cached record, which stays where it cannot be asked for anew, unless it was deleted.
  const isShown = Boolean(record) && !isMissing(error);
  return (
    <ShowView
      {...view}
      {...keptFocus}
      component="div"
      error={isShown ? false : <ViewError />}
      actions={
        isShown && (
          <>
            {neighbours && <Box className="page-neighbours">{neighbours}</Box>}
            {back && <Box className="page-back">{back}</Box>}
            {status && <Box className="page-status">{status}</Box>}
            {actions}
          </>
        )
      }
    >
      {children}
    </ShowView>
  );
}

/** react-admin's EditButton to the address of this product's form, which its types leave out. */
export const EditButton = (props: EditButtonProps & { to: string }) => <RaEditButton {...props} />;

const menuId = 'section-menu';

/** On a phone, where a record's page is long: leads to its sections, which take the focus by their headings. */
export function SectionMenu() {
  const translate = useTranslate();
  const isPhone = useIsBelow('sm');
  const [open, setOpen] = useState<{ anchor: HTMLElement; headings: HTMLElement[] }>();
  if (!isPhone) return null;
  const label = translate('admin.sections.title');
  return (
    <>
      <IconButton
        color="primary"
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(open)}
        aria-controls={open ? menuId : undefined}
        onClick={({ currentTarget: anchor }) =>
          // Those that are there: some come with their data.
          setOpen({ anchor, headings: [...document.querySelectorAll<HTMLElement>('main section h2')] })
        }
      >
        <ListIcon />
      </IconButton>
      {open && (
        <Menu
          id={menuId}
          open
          anchorEl={open.anchor}
          disableRestoreFocus
          onClose={() => {
            open.anchor.focus();
            setOpen(undefined);
          }}
        >
          {open.headings.map((heading) => (
            <MenuItem
              key={heading.id}
              onClick={() => {
                // An open menu keeps the focus.
                flushSync(() => setOpen(undefined));
                heading.tabIndex = -1;
                heading.focus({ preventScroll: true });
                heading.scrollIntoView();
              }}
            >
              {heading.textContent}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}

/** Sections below each other; those below one that still loads (`aria-busy`) are hidden, as what is read must not move. */
export const SectionColumn = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.spacing(3),
  '& > :is([aria-busy="true"], :has([role="tabpanel"] [aria-busy="true"])) ~ *': { visibility: 'hidden' },
}));

/** Two such columns beside each other on wide screens, one below the other elsewhere. */
export const SectionColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  [theme.breakpoints.up('lg')]: {
    gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 7fr)',
    // For a first column of short facts.
    '&[data-narrow]': { gridTemplateColumns: 'minmax(0, 7fr) minmax(0, 17fr)' },
  },
  [theme.breakpoints.down('lg')]: {
    '& > :has(> [aria-busy="true"]) ~ *': { visibility: 'hidden' },
  },
}));
