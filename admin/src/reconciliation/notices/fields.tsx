import { useRecordContext, useTranslate } from 'react-admin';
import { formatNamedMoney } from '#domain/money';
import type { NoticeRecord } from '../../data/reconciliationMethods.js';
import { DateText } from '../../ui/common/DateText.js';
import { TextLink } from '../../ui/common/TextLink.js';
import { foundTransactionsPath } from '../../ui/paths.js';

const useNotice = () => useRecordContext<NoticeRecord>();

export const NoticeSender = () => useNotice()?.sender || '-';

export const NoticeMessage = () => useNotice()?.message || '-';

export function NoticeAmount() {
  const notice = useNotice();
  return notice && formatNamedMoney(notice.amount, notice.currency);
}

/** Interac's number, linked to the bank transactions that have it. */
export function NoticeNumber() {
  const translate = useTranslate();
  const notice = useNotice();
  if (!notice) return null;
  const { referenceNumber: number } = notice;
  return (
    <TextLink
      to={foundTransactionsPath(number)}
      aria-label={translate('resources.reconcile.notices.transactionsOf', { number })}
    >
      {number}
    </TextLink>
  );
}

export function NoticeAdded() {
  const notice = useNotice();
  return notice && <DateText value={notice.createdAt} />;
}
