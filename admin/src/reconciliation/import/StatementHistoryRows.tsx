import { useListContext, useTranslate } from 'react-admin';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { messages } from '#domain/messages';
import type { Statement } from '#domain/reconciliation';
import { EmptyState } from '../../ui/common/EmptyState.js';
import { ErrorAlert } from '../../ui/common/ErrorAlert.js';
import { Section } from '../../ui/common/Section.js';
import type { WithId } from '../../data/withId.js';
import { ListPagination } from '../../ui/lists/ListPagination.js';
import { StatementRow } from './StatementRow.js';
import { StatementRows } from './StatementRows.js';

export interface StatementHistoryProps {
  openId: string | null;
  onDeleted: (id: string) => void;
}

export function StatementHistoryRows({ openId, onDeleted }: StatementHistoryProps) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useListContext<WithId<Statement>>();
  const label = (name: string) => translate(`resources.reconcile.history.${name}`);
  return (
    <Section title={label('title')} flush>
      {error && !data ? (
        <Box sx={{ p: 2 }}>
          <ErrorAlert error={error} fallback={messages.fetchStatements} onRetry={() => void refetch()} />
        </Box>
      ) : isPending ? (
        <Box sx={{ px: 2, pb: 2 }}>
          <Skeleton variant="rounded" height={120} />
        </Box>
      ) : data?.length ? (
        <StatementRows aria-label={label('title')}>
          {data.map((statement) => (
            <StatementRow
              key={statement.id}
              statement={statement}
              isOpen={statement.id === openId}
              onDeleted={onDeleted}
            />
          ))}
        </StatementRows>
      ) : (
        <EmptyState title={label('empty')} hint={label('emptyHint')} />
      )}
      <ListPagination />
    </Section>
  );
}
