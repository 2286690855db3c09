import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { DataTable, SimpleList, TopToolbar, useTranslate } from 'react-admin';
import type { Invitation } from '#domain/people';
import { Ellipsis } from '../ui/lists/Ellipsis.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { stickyHead } from '../ui/lists/linkedRows.js';
import { SortSelect } from '../ui/lists/SortSelect.js';
import { PersonEmail, PersonFactor, PersonName, PersonRole, PersonSignIn, PersonState } from './fields.js';
import { InvitationDialog } from './InvitationDialog.js';
import { InvitationLinkDialog } from './InvitationLinkDialog.js';
import { Invitations } from './Invitations.js';
import { PersonMenu } from './PersonMenu.js';

const label = (name: string) => `resources.people.${name}`;
const sorts = [
  { sortBy: 'username', label: label('name') },
  { sortBy: 'lastSignInAt', label: label('lastSignIn') },
];

/** An invitation that was just sent, whose link is shown once where there is one. */
function useSentInvitation() {
  const [sent, setSent] = useState<Invitation>();
  const dialog = sent?.link && <InvitationLinkDialog invitation={sent} onClose={() => setSent(undefined)} />;
  return { setSent, dialog };
}

/** Invites a person. */
export function Actions() {
  const translate = useTranslate();
  const [isInviting, setIsInviting] = useState(false);
  const { setSent, dialog } = useSentInvitation();
  return (
    <TopToolbar>
      <Button variant="contained" startIcon={<InviteIcon />} onClick={() => setIsInviting(true)}>
        {translate(label('invite'))}
      </Button>
      {isInviting && (
        <InvitationDialog
          onInvited={(invitation) => {
            setIsInviting(false);
            setSent(invitation);
          }}
          onClose={() => setIsInviting(false)}
        />
      )}
      {dialog}
    </TopToolbar>
  );
}

/** There are few accounts. */
export const Filters = () => null;

/** Every account with its role and state. */
export function Records() {
  const translate = useTranslate();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'), { noSsr: true });
  const empty = <ListEmpty title={translate(label('empty'))} hint="" action={null} />;
  if (isNarrow)
    return (
      <>
        <SortSelect columns={sorts} />
        <SimpleList
          linkType={false}
          empty={empty}
          primaryText={() => <PersonName />}
          tertiaryText={() => <PersonState />}
          secondaryText={() => (
            <>
              <Box component="span" sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                <Box component="span" sx={{ flex: 1, minWidth: 0 }}>
                  <Ellipsis>
                    <PersonEmail />
                  </Ellipsis>
                </Box>
                <PersonRole />
              </Box>
              <PersonSignIn /> · <PersonFactor />
            </>
          )}
          rightIcon={() => <PersonMenu />}
        />
      </>
    );
  return (
    <DataTable bulkActionButtons={false} rowClick={false} empty={empty} sx={stickyHead}>
      <DataTable.Col source="username" label={label('name')} className="whole">
        <PersonName />
      </DataTable.Col>
      <DataTable.Col label={label('email')} className="cut" sx={{ '&&': { width: '50%' } }}>
        <Ellipsis>
          <PersonEmail />
        </Ellipsis>
      </DataTable.Col>
      <DataTable.Col label={label('role')} className="whole">
        <PersonRole />
      </DataTable.Col>
      <DataTable.Col label={label('secondFactor')} className="whole">
        <PersonFactor />
      </DataTable.Col>
      <DataTable.Col source="lastSignInAt" label={label('lastSignIn')} className="whole">
        <PersonSignIn />
      </DataTable.Col>
      <DataTable.Col label={label('state')}>
        <PersonState />
      </DataTable.Col>
      <DataTable.Col label="admin.list.actions" align="right">
        <PersonMenu />
      </DataTable.Col>
    </DataTable>
  );
}

/** The invitations that are open. */
export function OpenInvitations() {
  const { setSent, dialog } = useSentInvitation();
  return (
    <>
      <Invitations onSent={setSent} />
      {dialog}
    </>
  );
}
