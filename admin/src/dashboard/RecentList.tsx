import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';

/** A row of the newest records, all of it a link. */
interface RecentRow {
  id: string;
  to: string;
  title: string;
  text: ReactNode;
  end: ReactNode;
}

interface RecentListProps {
  title: string;
  empty: string;
  viewAll: string;
  /** Undefined while they load, and when they could not be loaded. */
  rows: RecentRow[] | undefined;
  failed: boolean;
}

/** The part of its query that a list of recent records reads. */
export interface RecentQuery<Item> {
  data?: Item[];
  error: unknown;
}

/** The newest records of a resource, with a link to all of them. */
export function RecentList({ title, empty, viewAll, rows, failed }: RecentListProps) {
  const translate = useTranslate();
  return (
    <Section
      flush
      title={title}
      action={
        <Button
          component={Link}
          to={viewAll}
          aria-label={`${translate('admin.dashboard.viewAll')}: ${title}`}
        >
          {translate('admin.dashboard.viewAll')}
        </Button>
      }
    >
      {!rows && failed ? (
        <EmptyState title={translate('admin.dashboard.failed')} />
      ) : rows?.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <Rows aria-busy={!rows}>
          {rows
            ? rows.map(({ id, to, title: name, text, end }) => (
                <li key={id}>
                  <Link to={to}>
                    <span>
                      <strong>{name}</strong>
                      <small>{text}</small>
                    </span>
                    <span>{end}</span>
                  </Link>
                </li>
              ))
            : [1, 2, 3].map((row) => (
                <li key={row} data-skeleton>
                  <div>
                    <span>
                      <Skeleton width={180} />
                      <Skeleton width={120} />
                    </span>
                    <Skeleton width={72} />
                  </div>
                </li>
              ))}
        </Rows>
      )}
    </Section>
  );
}

const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  li: { borderTop: `1px solid ${theme.palette.divider}` },
  'a, li > div': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 16,
    minHeight: 64,
    padding: '8px 16px',
    color: 'inherit',
    textDecoration: 'none',
    '&:hover': { background: theme.palette.action.hover },
    '&:focus-visible': { outline: `3px solid ${theme.palette.primary.main}`, outlineOffset: -3 },
  },
  'strong, small': { display: 'block', overflowWrap: 'anywhere' },
  strong: { fontWeight: 500 },
  small: { color: theme.palette.text.secondary, fontSize: '0.875rem' },
  'span:last-of-type': { textAlign: 'right', flexShrink: 0 },
}));
