import { Button, Stack } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Title, useLogout } from 'react-admin';
import { useRead } from '../../data/useCall.js';
import { endSetUp } from '../../data/session/setUp.js';
import { Notices } from '../../ui/undo/Notices.js';
import { Subtitle } from '../../ui/page/Subtitle.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountSecondFactor } from './AccountSecondFactor.js';
import { useTranslate } from '../../ui/i18n/useTranslate.js';

/** The only page of a session that has to set up a second factor first. */
export function SetUpPage() {
  const translate = useTranslate();
  const logout = useLogout();
  const client = useQueryClient();
  const { data } = useRead(['account', 'second-factor'], 'GET /account/second-factor');
  const isSetUp = Boolean(data && (data.totp || data.passkeys > 0));
  const goOn = () => {
    endSetUp();
    void client.invalidateQueries();
  };
  return (
    <>
      <Title title="admin.account.required.title" />
      <Subtitle>{translate('admin.account.required.text')}</Subtitle>
      <Stack spacing={3}>
        <AccountSecondFactor />
        <AccountPasskeys />
        <Stack direction="row" spacing={1.5}>
          <Button variant="contained" disabled={!isSetUp} onClick={goOn}>
            {translate('admin.account.required.done')}
          </Button>
          <Button variant="outlined" onClick={() => void logout()}>
            {translate('ra.auth.logout')}
          </Button>
        </Stack>
      </Stack>
      <Notices />
    </>
  );
}
