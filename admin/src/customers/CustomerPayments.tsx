import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'react-admin';
import { messages } from '#domain/messages';
import { EmptyState } from '../ui/common/EmptyState.js';
import { ErrorAlert } from '../ui/common/ErrorAlert.js';
import type { Column } from '../ui/lists/column.js';
import { LocalList } from '../ui/lists/LocalList.js';
import { paymentPath } from '../ui/paths.js';
import {
  PaymentDate,
  PaymentMethodName,
  PaymentLink,
  PaymentStatusChip,
  RecordedAmount,
  ReferenceText,
} from '../fields/payments/fields.js';
import { useCustomerPayments } from './useCustomerPayments.js';

const label = (name: string) => `resources.customers.show.payments.${name}`;

const columns: Column[] = [
  { label: label('amount'), field: <RecordedAmount />, align: 'right', card: 'title' },
  { label: label('status'), field: <PaymentStatusChip />, card: 'status' },
  { label: label('method'), field: <PaymentMethodName />, card: 'meta' },
  { label: label('date'), field: <PaymentDate />, card: 'meta' },
  { label: label('reference'), field: <ReferenceText />, nowrap: true, card: 'main' },
  { label: label('link'), field: <PaymentLink />, card: 'end' },
];

/** The customer's payments, each as it was recorded and linked to its page. */
export function CustomerPayments() {
  const translate = useTranslate();
  const { data: payments, error, refetch } = useCustomerPayments();

  if (error && !payments)
    return (
      <Box sx={{ p: 2 }}>
        <ErrorAlert error={error} fallback={messages.fetchPayments} onRetry={() => void refetch()} />
      </Box>
    );
  if (!payments)
    return (
      <Box sx={{ p: 2 }}>
        <Skeleton variant="rounded" height={180} />
      </Box>
    );
  return (
    <LocalList
      resource="payments"
      records={payments}
      columns={columns}
      path={paymentPath}
      empty={<EmptyState title={translate(label('empty'))} hint={translate(label('emptyHint'))} />}
    />
  );
}
