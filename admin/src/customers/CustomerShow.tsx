import { useShowContext } from 'react-admin';
import { ActivitySection } from '../activity/ActivitySection.js';
import { HeldCardEvents } from '../fields/cards/HeldCardEvents.js';
import type { CustomerRecord } from '../data/dataProvider.js';
import { CustomerMails } from '../mails/CustomerMails.js';
import { PageHeader } from '../ui/page/PageHeader.js';
import { RecordPage } from '../ui/page/RecordPage.js';
import { SectionColumn, SectionColumns } from '../ui/page/SectionColumn.js';
import { NeighbourButtons } from '../ui/lists/NeighbourButtons.js';
import { customerPath } from '../ui/paths.js';
import { BackButton } from '../ui/page/BackButton.js';
import { CustomerActions } from './CustomerActions.js';
import { CustomerInformation } from './CustomerInformation.js';
import { CustomerPaymentSummary } from './CustomerPaymentSummary.js';
import { CustomerTabs } from './CustomerTabs.js';
import { CustomerStatusChip } from './fields.js';
import { TypedAtCheckout } from './TypedAtCheckout.js';
import { Permitted } from '../ui/page/Permitted.js';

/** One customer: how to reach them, what they paid, and everything that is recorded. */
export function CustomerShow() {
  const show = useShowContext<CustomerRecord>();
  const name = show.record?.fullName ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader
        title={name}
        under="customers"
        beside={<NeighbourButtons path={customerPath} />}
        before={<BackButton />}
        after={<CustomerStatusChip />}
      >
        <Permitted to="write" resource="customers">
          <CustomerActions />
        </Permitted>
      </PageHeader>
      <SectionColumns data-narrow>
        <SectionColumn>
          <CustomerInformation />
          <CustomerPaymentSummary />
          <TypedAtCheckout />
          {show.record && <HeldCardEvents email={show.record.email} />}
        </SectionColumn>
        <SectionColumn>
          <CustomerTabs />
          <CustomerMails />
          <ActivitySection resource="customers" />
        </SectionColumn>
      </SectionColumns>
    </RecordPage>
  );
}
