import { useShowContext } from 'react-admin';
import type { PaymentRecord } from '../../data/dataProvider.js';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { RecordPage } from '../../ui/page/RecordPage.js';
import { SectionColumn, SectionColumns } from '../../ui/page/SectionColumn.js';
import { NeighbourButtons } from '../../ui/lists/NeighbourButtons.js';
import { PaymentMails } from '../../mails/PaymentMails.js';
import { paymentPath } from '../../ui/paths.js';
import { WaitingMoney } from '../../fields/reconciliation/WaitingMoney.js';
import { PaymentStatusChip } from '../../fields/payments/fields.js';
import { PaymentCard } from './PaymentCard.js';
import { PaymentCustomer } from './PaymentCustomer.js';
import { PaymentDetails } from './PaymentDetails.js';
import { PaymentEditButton } from './PaymentEditButton.js';
import { PaymentHistory } from './PaymentHistory.js';
import { PaymentMoney } from './PaymentMoney.js';
import { PaymentStatusDialogButton } from '../status/PaymentStatusDialogButton.js';
import { PaymentPaidButton } from '../status/PaymentPaidButton.js';
import { PaymentSummary } from './PaymentSummary.js';
import { Permitted } from '../../ui/page/Permitted.js';

/** One payment: amount and status, payer, money and history. */
export function PaymentShow() {
  const show = useShowContext<PaymentRecord>();
  const reference = show.record?.referenceNumber ?? '';

  return (
    <RecordPage state={show}>
      <PageHeader
        title={reference}
        under="payments"
        beside={<NeighbourButtons path={paymentPath} />}
        after={<PaymentStatusChip />}
      >
        <Permitted to="write" resource="payments">
          <PaymentEditButton />
          <PaymentStatusDialogButton />
          <PaymentPaidButton />
        </Permitted>
      </PageHeader>
      <PaymentSummary />
      <SectionColumns>
        <SectionColumn>
          <PaymentCustomer />
          <PaymentCard />
          <WaitingMoney customerId={show.record?.customerId ?? ''} />
          <PaymentMoney key={`money ${show.record?.id}`} />
          <PaymentMails />
        </SectionColumn>
        <SectionColumn>
          <PaymentHistory key={show.record?.id} />
          <PaymentDetails />
        </SectionColumn>
      </SectionColumns>
    </RecordPage>
  );
}
