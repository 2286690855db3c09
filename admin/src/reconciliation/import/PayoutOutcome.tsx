import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '#domain/pages';
import type { PayoutReportResult } from '#domain/payouts';
import { Section } from '../../ui/common/Section.js';
import { unknownPayoutsPath } from '../../ui/paths.js';

interface PayoutOutcomeProps {
  fileName: string;
  result: PayoutReportResult;
  onClose: () => void;
}

/** The result of the import of a payout report, with links to the next steps. */
export function PayoutOutcome({
  fileName,
  result: { payouts, lines, unknownLines },
  onClose,
}: PayoutOutcomeProps) {
  const translate = useTranslate();
  const label = (name: string, options?: object) =>
    translate(`resources.reconcile.outcomeOfReport.${name}`, options);
  const more = lines.unknown - unknownLines.length;
  return (
    <Section title={label('title', { file: fileName })} isResult>
      <Stack spacing={2}>
        <Alert severity="success">
          {[
            label('payouts', { smart_count: payouts }),
            label('new', { smart_count: lines.new }),
            lines.known > 0 && label('known', { smart_count: lines.known }),
          ]
            .filter(Boolean)
            .join(' ')}
        </Alert>
        {lines.unknown > 0 && (
          <Alert severity="warning">
            {label('unknown', { smart_count: lines.unknown })}
            <ul style={{ margin: '8px 0 0', paddingLeft: 20, overflowWrap: 'anywhere' }}>
              {unknownLines.map(({ balanceTransactionId, category, paymentIntentId }) => (
                <li key={balanceTransactionId}>
                  {[category.replaceAll('_', ' '), balanceTransactionId, paymentIntentId]
                    .filter(Boolean)
                    .join(' · ')}
                </li>
              ))}
            </ul>
            {more > 0 && label('more', { smart_count: more })}
          </Alert>
        )}
        <Stack direction="row" useFlexGap spacing={1.5} sx={{ flexWrap: 'wrap' }}>
          <Button variant="contained" component={Link} to={pages.cardPayouts}>
            {label('toPayouts')}
          </Button>
          {lines.unknown > 0 && (
            <Button variant="outlined" component={Link} to={unknownPayoutsPath}>
              {label('toUnknown')}
            </Button>
          )}
          <Button variant="outlined" onClick={onClose}>
            {translate('resources.reconcile.outcomeOfImport.another')}
          </Button>
        </Stack>
      </Stack>
    </Section>
  );
}
