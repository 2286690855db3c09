import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { type RaRecord, ShowView, type ShowViewProps, useShowContext } from 'react-admin';
import { HttpError } from '#browser/http';
import { useRememberOpened } from './openedRecords.js';
import { PageSkeleton } from './PageSkeleton.js';
import { ViewError } from './ViewError.js';

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
  if (!record && !error) return <PageSkeleton />;
  // The page first shows the cached record, which stays where it cannot be asked for anew, unless it was deleted.
  const isShown = Boolean(record) && !(error instanceof HttpError && error.status === 404);
  return (
    <ShowView
      {...view}
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
