import { FunctionField, SimpleShowLayout, TextField, useShowContext } from 'react-admin';
import { formatDay } from '#domain/platform/dates';
import { messages } from '#domain/platform/messages';
import { formatNamedMoney } from '#domain/platform/money';
import { type CardPayoutDetails, payoutDifferenceOf } from '#domain/payouts/payouts';
import type { PayoutRecord } from '../../data/records.js';
import { PayoutLines } from '../../ui/fields/cards/PayoutLines.js';
import { PayoutStateChip } from '../../ui/fields/cards/fields.js';
import { NotLoaded, Section } from '../../ui/common/Section.js';
import { TextLink } from '../../ui/common/fields.js';
import { SectionColumns, ShowFrame } from '../../ui/page/ShowFrame.js';
import { transactionsPath } from '../../ui/paths.js';
import { useTexts } from '../../ui/i18n/useTranslate.js';

/** One payout: what it comes to, the bank transaction that is it, and what it consists of. */
export function PayoutShow() {
  const label = useTexts('resources.card-payouts');
  const { record, error, refetch } = useShowContext<
    PayoutRecord & Partial<Pick<CardPayoutDetails, 'lines'>>
  >();
  const money = (payout: PayoutRecord, source?: string) =>
    formatNamedMoney(payout[source as 'net' | 'gross' | 'fee'], payout.currency);
  // The list's record, which is shown until the payout itself is loaded, has no lines.
  const lines = record?.lines;
  return (
    <ShowFrame
      title={record && label('of', { day: formatDay(record.day) })}
      status={record && <PayoutStateChip state={record.state} />}
    >
      {record && (
        <SectionColumns data-narrow>
          <Section title={label('information')}>
            <SimpleShowLayout>
              <FunctionField source="net" render={money} />
              <FunctionField source="gross" render={money} />
              <FunctionField source="fee" render={money} />
              <FunctionField
                source="bankTransactionId"
                render={({ bankTransactionId, bankAmount = 0, currency }: PayoutRecord) =>
                  bankTransactionId ? (
                    <TextLink to={transactionsPath({ state: 'matched' }, bankTransactionId)}>
                      {label('bankAmount', { amount: formatNamedMoney(bankAmount, currency) })}
                    </TextLink>
                  ) : (
                    label('noBank')
                  )
                }
              />
              {record.state === 'differs' && (
                <FunctionField source="difference" render={payoutDifferenceOf} />
              )}
              <TextField source="_id" />
            </SimpleShowLayout>
          </Section>
          <Section title={label('lines')} flush isBusy={!lines && !error}>
            {lines ? (
              <PayoutLines payout={{ ...record, lines }} />
            ) : (
              <NotLoaded
                error={error}
                fallback={messages.fetchPayout}
                refetch={refetch}
                height={240}
                isFlush
              />
            )}
          </Section>
        </SectionColumns>
      )}
    </ShowFrame>
  );
}
