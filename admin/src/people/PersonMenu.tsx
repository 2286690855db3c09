import MoreVertIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useRecordContext, useTranslate } from 'react-admin';
import type { PersonRecord } from '../data/peopleMethods.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { PersonAskDialog } from './PersonAskDialog.js';
import { PersonRoleDialog } from './PersonRoleDialog.js';
import { SecondFactorResetDialog } from './SecondFactorResetDialog.js';

/** The acts on one account; each asks first. */
export function PersonMenu() {
  const translate = useTranslate();
  const person = useRecordContext<PersonRecord>();
  const showDialog = useShowDialog();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (!person) return null;
  const menuId = `person-menu-${person.id}`;
  const acts = [
    'role',
    person.state === 'active' ? 'disable' : 'enable',
    'sessions',
    ...(person.secondFactor ? ['secondFactor'] : []),
    'delete',
  ];
  const open = (act: string) => {
    setAnchor(null);
    showDialog((close) => {
      if (act === 'role') return <PersonRoleDialog person={person} onClose={close} />;
      if (act === 'secondFactor') return <SecondFactorResetDialog person={person} onClose={close} />;
      return <PersonAskDialog person={person} act={act} onClose={close} />;
    });
  };
  return (
    <>
      <IconButton
        aria-label={translate('resources.people.menu', { name: person.username })}
        title={translate('admin.list.actions')}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <Menu id={menuId} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          {acts.map((act) => (
            <MenuItem key={act} onClick={() => open(act)}>
              {translate(`resources.people.actions.${act}`)}
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
