import { useRecordContext } from 'react-admin';
import type { Payment } from '#domain/payments';

/** The amount of the payment in context, and its currency. */
export const useAmount = () => useRecordContext<Pick<Payment, 'amount' | 'currency'> & { id: string }>();
