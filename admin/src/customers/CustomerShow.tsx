import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import { useShowContext, useTranslate } from 'react-admin';
import { pages } from '../../../domain/pages.js';
import { ActivitySection } from '../activity/ActivitySection.js';
import type { CustomerRecord } from '../dataProvider.js';
import { CustomerMails } from '../mails/CustomerMails.js';
import { PageHeader } from '../layout/PageHeader.js';
import { RecordPage } from '../layout/RecordPage.js';
import { BackButton } from '../layout/BackButton.js';
import { CustomerActions } from './CustomerActions.js';
import { CustomerInformation } from './CustomerInformation.js';
import { CustomerPaymentSummary } from './CustomerPaymentSummary.js';
import { CustomerTabs } from './CustomerTabs.js';
import { CustomerStatusChip } from './fields.js';

/** One customer: how to reach them, what they paid, and everything that is recorded. */
export function CustomerShow() {
  const translate = useTranslate();
  const show = useShowContext<CustomerRecord>();
  const name = show.record?.fullName ?? '';
  const back = { label: translate('resources.customers.actions.back'), to: pages.customers };

  return (
    <RecordPage state={show} back={back}>
      <PageHeader
        title={name}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.customers'), to: pages.customers },
          { label: name },
        ]}
        before={<BackButton {...back} />}
        after={<CustomerStatusChip />}
      >
        <CustomerActions />
      </PageHeader>
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 3.5 }}>
          <Stack spacing={3}>
            <CustomerInformation />
            <CustomerPaymentSummary />
          </Stack>
        </Grid>
        <Grid size={{ xs: 12, lg: 8.5 }}>
          <Stack spacing={3}>
            <CustomerTabs />
            <CustomerMails />
            <ActivitySection resource="customers" />
          </Stack>
        </Grid>
      </Grid>
    </RecordPage>
  );
}
