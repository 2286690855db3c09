import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useTranslate } from 'react-admin';
import { formatTime } from '#domain/dates';
import { humanize } from '#domain/payments';
import { ActivityChange } from '../../activity/ActivityChange.js';
import { isNothing } from '../../activity/formatFieldValue.js';
import { DateText } from '../../ui/common/DateText.js';
import { StatusChip } from '../../ui/common/StatusChip.js';
import { PaymentUndoButton } from './PaymentUndoButton.js';
import type { TimelineRow } from './timeline.js';
import { Permitted } from '../../ui/page/Permitted.js';

interface PaymentHistoryRowProps {
  row: TimelineRow;
  /** True for the latest change of status, which can be undone. */
  isLatest: boolean;
}

/** One row of the payment's history: time, actor and network address; the status or action; note and other changes. */
export function PaymentHistoryRow({
  row: { at, by, ip, change, action = '', fields },
  isLatest,
}: PaymentHistoryRowProps) {
  const translate = useTranslate();
  const changes = fields.filter(({ from, to }) => !isNothing(from) || !isNothing(to));
  return (
    <tr>
      <td>
        <DateText value={at} />
        <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
          {formatTime(at)} {translate('resources.payments.show.historyBy', { name: by })}
          {ip && ` ${translate('admin.activity.from', { ip })}`}
        </Typography>
      </td>
      <td>
        {change ? (
          <StatusChip status={change.status} />
        ) : (
          translate(`admin.activity.actions.${action}`, { _: humanize(action) })
        )}
      </td>
      <td data-wide="last">
        {change && (change.note || (changes.length ? '' : '-'))}
        {isLatest && (
          <Permitted to="write" resource="payments">
            <PaymentUndoButton />
          </Permitted>
        )}
        {changes.length > 0 && (
          <Changes>
            {changes.map((one) => (
              <ActivityChange key={one.field} {...one} />
            ))}
          </Changes>
        )}
      </td>
    </tr>
  );
}

const Changes = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  overflowWrap: 'anywhere',
  b: { fontWeight: 400, color: theme.palette.text.secondary },
}));
