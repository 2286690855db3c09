import Skeleton from '@mui/material/Skeleton';
import { RecordContextProvider, useListContext, useTranslate, type RaRecord } from 'react-admin';
import { Table } from '../common/Table.js';
import { type RecordListProps } from './column.js';
import { Ellipsis } from './Ellipsis.js';
import { SelectRecord } from './SelectRecord.js';
import { useRowClick } from './useRowClick.js';
import { HeadCell } from './HeadCell.js';

/** The records as rows. A row opens by click; its first field is the link for keyboards and new tabs. */
export function RecordTable({ columns, actions, path, nameOf, isInPanel = false }: RecordListProps) {
  const translate = useTranslate();
  const { data, isPending, perPage } = useListContext<RaRecord<string>>();
  const openRow = useRowClick();

  return (
    <Table isSticky={!isInPanel} data-whole-words data-pending={isPending || undefined}>
      <thead>
        <tr>
          {columns.map((column, cell) => (
            <HeadCell key={column.label} {...column} isSelecting={cell === 0 && Boolean(nameOf)} />
          ))}
          {actions && (
            <th scope="col" data-align="right">
              {translate('admin.list.actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {isPending
          ? Array.from({ length: Math.min(perPage, 10) }, (_, row) => (
              <tr key={row} data-skeleton>
                {columns.map(({ label }, cell) => (
                  <td key={label}>
                    <Skeleton width={cell === 0 ? '80%' : '60%'} />
                  </td>
                ))}
                {actions && <td />}
              </tr>
            ))
          : data?.map((record) => (
              <RecordContextProvider key={record.id} value={record}>
                <tr data-clickable={path && true} onClick={(event) => openRow(event, path?.(record.id))}>
                  {columns.map(({ label, field, caption, align, nowrap, ellipsis }, cell) => (
                    <td key={label} data-align={align} data-nowrap={nowrap} data-ellipsis={ellipsis}>
                      {cell === 0 && nameOf && <SelectRecord nameOf={nameOf} />}
                      {ellipsis ? <Ellipsis>{field}</Ellipsis> : field}
                      {caption && (
                        <div data-caption={cell === 0 && nameOf ? 'selectable' : true}>{caption}</div>
                      )}
                    </td>
                  ))}
                  {actions && <td data-align="right">{actions}</td>}
                </tr>
              </RecordContextProvider>
            ))}
      </tbody>
    </Table>
  );
}
