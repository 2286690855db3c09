import Grid from '@mui/material/Grid';
import { useTranslate } from 'react-admin';
import { PageHeader } from '../ui/page/PageHeader.js';
import { SectionColumn } from '../ui/page/SectionColumn.js';
import { AccountEmail } from './AccountEmail.js';
import { AccountPassword } from './AccountPassword.js';
import { AccountPasskeys } from './AccountPasskeys.js';
import { AccountSecondFactor } from './AccountSecondFactor.js';
import { AccountSessions } from './AccountSessions.js';
import { AccountSignIns } from './AccountSignIns.js';

/** The signed-in admin's own account: name, email, password, second factor and sessions. */
export function Account() {
  const translate = useTranslate();
  return (
    <>
      <PageHeader title={translate('admin.account.title')} subtitle={translate('admin.account.subtitle')} />
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 5 }}>
          <SectionColumn>
            <AccountEmail />
            <AccountPassword />
            <AccountSecondFactor />
          </SectionColumn>
        </Grid>
        <Grid size={{ xs: 12, lg: 7 }}>
          <SectionColumn>
            <AccountPasskeys />
            <AccountSessions />
            <AccountSignIns />
          </SectionColumn>
        </Grid>
      </Grid>
    </>
  );
}
