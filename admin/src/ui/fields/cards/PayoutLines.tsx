import { Typography } from '@mui/material';
import { formatNamedMoney } from '#domain/platform/money';
import { formatCount } from '#domain/platform/numbers';
import { isOfPayment } from '#domain/payouts/payout-figures';
import type { CardPayoutDetails } from '#domain/payouts/payouts';
import { Table } from '../../common/Table.js';
import { Hint, TextLink } from '../../common/fields.js';
import { paymentPath } from '../../paths.js';
import { useTexts } from '../../i18n/useTranslate.js';

const amounts = ['gross', 'fee', 'net'] as const;

const words = (category: string): string => {
  const text = category.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** The lines of a payout: each charge, refund and fee, with a link to its payment; those without one come first. */
export function PayoutLines({
  payout,
}: {
  payout: Pick<CardPayoutDetails, 'lines' | 'lineCount' | 'currency'>;
}) {
  const label = useTexts('resources.card-payouts');
  const { lines, lineCount, currency } = payout;
  const money = (value: number) => formatNamedMoney(value, currency);
  return (
    <>
      <Table
        aria-label={label('lines')}
        data-whole-words
        data-stacked
        columns={[label('line')]}
        numbers={amounts.map((name) => label(`fields.${name}`))}
      >
        <tbody>
          {lines.map(
            ({ balanceTransactionId, category, paymentId, referenceNumber, paymentIntentId, ...line }) => (
              <tr key={balanceTransactionId}>
                <td data-wide="">
                  <span>{words(category)}</span>
                  {paymentId ? (
                    <div>
                      <TextLink to={paymentPath(paymentId)}>{referenceNumber ?? paymentIntentId}</TextLink>
                    </div>
                  ) : (
                    isOfPayment({ category, paymentIntentId }) && (
                      <Typography variant="body2" sx={{ color: 'warning.dark' }}>
                        {label('noPayment', { id: paymentIntentId ?? balanceTransactionId })}
                      </Typography>
                    )
                  )}
                </td>
                {amounts.map((name) => (
                  <td key={name} data-align="right" data-label={label(`fields.${name}`)}>
                    {money(line[name])}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </Table>
      {lines.length < lineCount && (
        <Hint sx={{ p: 2 }}>
          {label('firstLines', { count: formatCount(lines.length), total: formatCount(lineCount) })}
        </Hint>
      )}
    </>
  );
}
