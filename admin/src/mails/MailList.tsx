import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataTable, SimpleList, useListContext, useTranslate } from 'react-admin';
import type { MailRecord } from '../data/mailMethods.js';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { LinkedRows, stickyHead } from '../ui/lists/linkedRows.js';
import { SortSelect } from '../ui/lists/SortSelect.js';
import { useRememberList } from '../ui/lists/useNeighbours.js';
import { mailPath } from '../ui/paths.js';
import { MailDate, MailKindName, MailRecipient, MailState, MailSubject } from './fields.js';
import { MailFilters } from './MailFilters.js';
import { useRefreshWhileUnsent } from './useRefreshWhileUnsent.js';

const label = (name: string) => `resources.mails.${name}`;
const sorts = [{ sortBy: 'createdAt', label: label('date') }];

/** There is nothing to do with a list of mails. */
export const Actions = () => null;

export const Filters = () => <MailFilters />;

/** Every mail, newest first: searched by address and subject, narrowed by state and kind. */
export function Records() {
  useRememberList();
  const translate = useTranslate();
  const { data, refetch } = useListContext<MailRecord>();
  useRefreshWhileUnsent(data, refetch);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const empty = (
    <ListEmpty title={translate(label('empty'))} hint={translate(label('emptyHint'))} action={null} />
  );
  if (isNarrow)
    return (
      <>
        <SortSelect columns={sorts} />
        <SimpleList
          linkType={false}
          empty={empty}
          primaryText={() => (
            <Box sx={{ flex: 1, minWidth: 0, fontWeight: 600, fontSize: '0.77rem' }}>
              <MailSubject />
            </Box>
          )}
          tertiaryText={() => <MailState />}
          secondaryText={() => (
            <>
              <Ellipsis>
                <MailRecipient />
              </Ellipsis>
              <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                <span>
                  <MailDate />
                </span>
                <MailKindName />
              </Box>
            </>
          )}
        />
      </>
    );
  return (
    <DataTable
      bulkActionButtons={false}
      rowClick={(id) => (String(getSelection()) === '' ? mailPath(id) : false)}
      body={LinkedRows}
      empty={empty}
      sx={stickyHead}
    >
      <DataTable.Col label={label('subject')} className="cut" sx={{ '&&': { width: '50%' } }}>
        <Ellipsis>
          <MailSubject />
        </Ellipsis>
        <Typography variant="caption" color="text.secondary">
          <MailKindName />
        </Typography>
      </DataTable.Col>
      <DataTable.Col label={label('to')} className="cut">
        <Ellipsis>
          <MailRecipient />
        </Ellipsis>
      </DataTable.Col>
      <DataTable.Col source="createdAt" label={label('date')} className="whole">
        <MailDate />
      </DataTable.Col>
      <DataTable.Col label={label('state')}>
        <MailState />
      </DataTable.Col>
    </DataTable>
  );
}
