import InviteIcon from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Invitation } from '#domain/people';
import { PageHeader } from '../ui/page/PageHeader.js';
import type { Column } from '../ui/lists/column.js';
import { ListEmpty } from '../ui/lists/ListEmpty.js';
import { ListPage } from '../ui/lists/ListPage.js';
import { RecordList } from '../ui/lists/RecordList.js';
import { PersonEmail, PersonFactor, PersonName, PersonRole, PersonSignIn, PersonState } from './fields.js';
import { InvitationDialog } from './InvitationDialog.js';
import { InvitationLinkDialog } from './InvitationLinkDialog.js';
import { Invitations } from './Invitations.js';
import { PersonMenu } from './PersonMenu.js';

const label = (name: string) => `resources.people.${name}`;

const columns: Column[] = [
  { label: label('name'), field: <PersonName />, sortBy: 'username', nowrap: true, card: 'title' },
  { label: label('email'), field: <PersonEmail />, ellipsis: 'wide', card: 'main' },
  { label: label('role'), field: <PersonRole />, nowrap: true, card: 'end' },
  { label: label('secondFactor'), field: <PersonFactor />, nowrap: true, card: 'meta' },
  {
    label: label('lastSignIn'),
    field: <PersonSignIn />,
    sortBy: 'lastSignInAt',
    nowrap: true,
    card: 'meta',
  },
  { label: label('state'), field: <PersonState />, card: 'status' },
];

/** Every account with its role and state, and the invitations that are open. */
export function PeopleList() {
  const translate = useTranslate();
  const [isInviting, setIsInviting] = useState(false);
  const [sent, setSent] = useState<Invitation>();
  return (
    <>
      <ListPage
        header={
          <PageHeader title={translate(label('title'))} subtitle={translate(label('subtitle'))}>
            <Button variant="contained" startIcon={<InviteIcon />} onClick={() => setIsInviting(true)}>
              {translate(label('invite'))}
            </Button>
          </PageHeader>
        }
      >
        <RecordList
          columns={columns}
          actions={<PersonMenu />}
          empty={<ListEmpty title={translate(label('empty'))} hint="" action={null} />}
        />
      </ListPage>
      <Invitations onSent={setSent} />
      {isInviting && (
        <InvitationDialog
          onInvited={(invitation) => {
            setIsInviting(false);
            setSent(invitation);
          }}
          onClose={() => setIsInviting(false)}
        />
      )}
      {sent?.link && <InvitationLinkDialog invitation={sent} onClose={() => setSent(undefined)} />}
    </>
  );
}
