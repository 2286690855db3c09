import MoreVertIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { failureMessage } from '#browser/http';
import { messages } from '#domain/messages';
import type { CustomerRecord, dataProvider } from '../data/dataProvider.js';
import { useSingleFlight } from '../data/useSingleFlight.js';
import { saveFile } from '../ui/exports/ExportsProvider.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { ErasureDialog } from './ErasureDialog.js';

const menuId = 'personal-data-menu';

/** Gives a customer's personal data as a file, and erases it. */
export function PersonalDataMenu({ customer }: { customer: CustomerRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const showDialog = useShowDialog();
  const { getPersonalData } = useDataProvider<typeof dataProvider>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const download = useSingleFlight(async () => {
    try {
      saveFile(await getPersonalData(customer.id), `personal-data-${customer.id}.zip`);
    } catch (error) {
      notify(failureMessage(error, messages.personalData), { type: 'error' });
    }
  });
  const choose = (act: () => void) => {
    setAnchor(null);
    act();
  };
  const label = translate('resources.customers.personalData.menu');
  return (
    <>
      <IconButton
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={Boolean(anchor)}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertIcon />
      </IconButton>
      {anchor && (
        <Menu id={menuId} open anchorEl={anchor} onClose={() => setAnchor(null)}>
          <MenuItem onClick={() => choose(() => void download())}>
            {translate('resources.customers.personalData.export')}
          </MenuItem>
          {!customer.erasedAt && (
            <MenuItem
              onClick={() =>
                choose(() => showDialog((close) => <ErasureDialog customer={customer} onClose={close} />))
              }
            >
              {translate('resources.customers.personalData.erase')}
            </MenuItem>
          )}
        </Menu>
      )}
    </>
  );
}
