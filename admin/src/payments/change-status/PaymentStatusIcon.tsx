import CancelIcon from '@mui/icons-material/CancelOutlined';
import CheckCircleIcon from '@mui/icons-material/CheckCircleOutlined';
import ScheduleIcon from '@mui/icons-material/Schedule';
import UndoIcon from '@mui/icons-material/Undo';
import type { listStatuses } from '#domain/payments/payments';

const icons: Record<(typeof listStatuses)[number], typeof UndoIcon> = {
  paid: CheckCircleIcon,
  pending: ScheduleIcon,
  failed: CancelIcon,
  refunded: UndoIcon,
};

/** The icon of a status that a payment can be marked with. */
export function PaymentStatusIcon({ status }: { status: keyof typeof icons }) {
  const Icon = icons[status];
  return <Icon fontSize="small" />;
}
