import Grid from '@mui/material/Grid';
import Skeleton from '@mui/material/Skeleton';
import { useShowContext, useTranslate } from 'react-admin';
import { formatDay } from '#domain/dates';
import { formatNamedMoney } from '#domain/money';
import { type CardPayoutDetails, payoutDifferenceOf } from '#domain/payouts';
import type { PayoutRecord } from '../../data/payoutMethods.js';
import { PayoutLines } from '../../fields/cards/PayoutLines.js';
import { PayoutStateChip } from '../../fields/cards/PayoutStateChip.js';
import { Details } from '../../ui/common/Details.js';
import { Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { RecordPage } from '../../ui/page/RecordPage.js';
import { transactionsPath } from '../../ui/paths.js';

/** One payout: what it comes to, the bank transaction that is it, and what it consists of. */
export function PayoutShow() {
  const translate = useTranslate();
  const show = useShowContext<PayoutRecord & Partial<Pick<CardPayoutDetails, 'lines'>>>();
  const { record } = show;
  const label = (name: string, options?: object) => translate(`resources.card-payouts.${name}`, options);
  const money = (value: number) => record && formatNamedMoney(value, record.currency);
  // The list's record, which is shown until the payout itself is loaded, has no lines.
  const lines = record?.lines;
  return (
    <RecordPage state={show}>
      {record && (
        <>
          <PageHeader
            title={label('of', { day: formatDay(record.day) })}
            under="card-payouts"
            after={<PayoutStateChip state={record.state} />}
          />
          <Grid container spacing={3}>
            <Grid size={{ xs: 12, lg: 4 }}>
              <Section title={label('information')}>
                <Details
                  stacked
                  rows={[
                    [label('net'), money(record.net)],
                    [label('gross'), money(record.gross)],
                    [label('fee'), money(record.fee)],
                    [
                      label('bank'),
                      record.bankTransactionId ? (
                        <TextLink
                          key="bank"
                          to={transactionsPath({ state: 'matched' }, record.bankTransactionId)}
                        >
                          {label('bankAmount', { amount: money(record.bankAmount ?? 0) })}
                        </TextLink>
                      ) : (
                        label('noBank')
                      ),
                    ],
                    record.state === 'differs' && [label('difference'), payoutDifferenceOf(record)],
                    [label('id'), record._id],
                  ]}
                />
              </Section>
            </Grid>
            <Grid size={{ xs: 12, lg: 8 }}>
              <Section title={label('lines')} flush isBusy={!lines}>
                {lines ? (
                  <PayoutLines payout={{ ...record, lines }} />
                ) : (
                  <Skeleton variant="rounded" height={240} sx={{ m: 2 }} />
                )}
              </Section>
            </Grid>
          </Grid>
        </>
      )}
    </RecordPage>
  );
}
