import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import type { CountById } from '#domain/lists';
import { formatCount } from '#domain/numbers';
import { EmptyState } from '../ui/common/EmptyState.js';
import { Section } from '../ui/common/Section.js';
import { Table } from '../ui/common/Table.js';

interface CountTableProps {
  title: string;
  counts: CountById[];
  nameOf: (id: string) => string;
}

/** The number of payments of each kind and its share, as a table with bars. */
export function CountTable({ title, counts, nameOf }: CountTableProps) {
  const translate = useTranslate();
  const label = (name: string) => translate(`resources.reports.${name}`);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section title={title} flush>
      {total === 0 ? (
        <EmptyState title={label('empty')} />
      ) : (
        <Table>
          <thead>
            <tr>
              <th scope="col">{label('name')}</th>
              <th scope="col" data-align="right">
                {label('count')}
              </th>
              <th scope="col" data-align="right">
                {label('share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {counts.map(({ _id, count }) => (
              <tr key={_id}>
                <td>
                  {_id ? nameOf(_id) : label('unknown')}
                  <Bar max={total} value={count} aria-hidden />
                </td>
                <td data-align="right">{formatCount(count)}</td>
                <td data-align="right">{Math.round((count / total) * 100)}%</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}

const Bar = styled('progress')(({ theme }) => ({
  display: 'block',
  appearance: 'none',
  width: '100%',
  height: 6,
  marginTop: 4,
  border: 0,
  borderRadius: 3,
  overflow: 'hidden',
  '&::-webkit-progress-bar': { background: theme.palette.action.hover },
  '&::-webkit-progress-value': { background: theme.palette.primary.main, borderRadius: 3 },
  background: theme.palette.action.hover,
  '&::-moz-progress-bar': { background: theme.palette.primary.main },
}));
