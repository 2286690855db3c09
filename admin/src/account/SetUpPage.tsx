import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDataProvider, useLogout, useTranslate } from 'react-admin';
import type { dataProvider } from '../data/dataProvider.js';
import { endSetUp } from '../session/setUp.js';
import { Notices } from '../ui/undo/Notices.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountSecondFactor } from './AccountSecondFactor.js';

/** The only page of a session that has to set up a second factor first. */
export function SetUpPage() {
  const translate = useTranslate();
  const logout = useLogout();
  const client = useQueryClient();
  const { getSecondFactor } = useDataProvider<typeof dataProvider>();
  const { data } = useQuery({
    queryKey: ['account', 'second-factor'],
    queryFn: ({ signal }) => getSecondFactor(signal),
  });
  const isSetUp = Boolean(data && (data.totp || data.passkeys > 0));
  const goOn = () => {
    endSetUp();
    void client.invalidateQueries();
  };
  return (
    <Box component="main" id="main" sx={{ maxWidth: 720, mx: 'auto', p: { xs: 2, md: 3 } }}>
      <PageHeader
        title={translate('admin.account.required.title')}
        subtitle={translate('admin.account.required.text')}
      />
      <Stack spacing={3}>
        <AccountSecondFactor />
        <AccountPasskeys />
        <Stack direction="row" spacing={1.5}>
          <Button variant="contained" disabled={!isSetUp} onClick={goOn}>
            {translate('admin.account.required.done')}
          </Button>
          <Button variant="outlined" onClick={() => void logout()}>
            {translate('admin.shell.logout')}
          </Button>
        </Stack>
      </Stack>
      <Notices />
    </Box>
  );
}
