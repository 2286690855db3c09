import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  Empty as RaEmpty,
  ListNoResults,
  useListContext,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';

interface EmptyProps {
  /** Key of the title where search and filters find none, if another one. */
  notFound?: string;
  /** A wider search, where the list has one. */
  wider?: ReactNode;
  /** The next step where a record comes about otherwise than by Create. */
  children?: ReactNode;
}

const style = {
  px: 2,
  py: 5,
  textAlign: 'center',
  '& > :has(> .RaEmpty-message), & .MuiCardContent-root': { p: 0 },
  '& .MuiCardContent-root > *': { color: 'text.secondary', fontSize: '1rem' },
  '& .MuiCardContent-root button': { display: 'flex', mx: 'auto' },
  '& .MuiCardContent-root button, & > .MuiButton-root': { mt: 2 },
};

/**
 * Says in a list, whose filters and actions stay, that there is no record: by react-admin's Empty, with its text `invite` also where
 * the resource has no page to create one, or by its ListNoResults below a title where search and filters find none.
 */
export function Empty({ notFound, wider, children }: EmptyProps) {
  const translate = useTranslate();
  const resource = useResourceContext();
  const { hasCreate } = useResourceDefinition();
  const isFiltered = Object.keys(useListContext().filterValues as object).length > 0;
  return (
    <Box sx={style}>
      {isFiltered ? (
        <>
          <Typography sx={{ fontWeight: 600 }}>
            {translate(notFound ?? `resources.${resource}.empty`)}
          </Typography>
          <ListNoResults />
          {wider}
        </>
      ) : (
        <>
          <RaEmpty />
          {!hasCreate && (
            <Typography color="text.secondary">
              {translate(`resources.${resource}.invite`, { _: '' })}
            </Typography>
          )}
          {children}
        </>
      )}
    </Box>
  );
}
