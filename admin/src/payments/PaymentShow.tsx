import Grid from '@mui/material/Grid';
import Stack from '@mui/material/Stack';
import { useShowContext, useTranslate } from 'react-admin';
import { pages } from '../../../domain/pages.js';
import { ActivitySection } from '../activity/ActivitySection.js';
import { PaymentMails } from '../mails/PaymentMails.js';
import { PageHeader } from '../layout/PageHeader.js';
import { RecordPage } from '../layout/RecordPage.js';
import type { PaymentRecord } from '../dataProvider.js';
import { PaymentReceipts } from '../reconciliation/PaymentReceipts.js';
import { PaymentStatusChip } from './fields.js';
import { PaymentCustomer } from './PaymentCustomer.js';
import { PaymentDetails } from './PaymentDetails.js';
import { PaymentEditButton } from './PaymentEditButton.js';
import { PaymentHistory } from './PaymentHistory.js';
import { PaymentStatusDialogButton } from './PaymentStatusDialogButton.js';
import { PaymentSummary } from './PaymentSummary.js';

/** One payment: what it is, who pays, and how it came to its status. */
export function PaymentShow() {
  const translate = useTranslate();
  const show = useShowContext<PaymentRecord>();
  const reference = show.record?.referenceNumber ?? '';

  return (
    <RecordPage
      state={show}
      back={{ label: translate('resources.payments.actions.back'), to: pages.payments }}
    >
      <PageHeader
        title={reference}
        crumbs={[
          { label: translate('admin.shell.entries.dashboard'), to: pages.admin },
          { label: translate('admin.shell.entries.payments'), to: pages.payments },
          { label: reference },
        ]}
        after={<PaymentStatusChip />}
      >
        <PaymentEditButton />
        <PaymentStatusDialogButton />
      </PageHeader>
      <Grid container spacing={3}>
        <Grid size={{ xs: 12, lg: 4 }}>
          <Stack spacing={3}>
            <PaymentSummary />
            <PaymentCustomer />
          </Stack>
        </Grid>
        <Grid size={{ xs: 12, lg: 8 }}>
          <Stack spacing={3}>
            <PaymentDetails />
            <PaymentReceipts />
            <PaymentHistory />
            <PaymentMails />
            <ActivitySection resource="payments" />
          </Stack>
        </Grid>
      </Grid>
    </RecordPage>
  );
}
