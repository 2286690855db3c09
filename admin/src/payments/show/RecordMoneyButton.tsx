import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { PaymentLedger } from '#domain/ledgerCalls';
import { RecordMoneyDialog } from './RecordMoneyDialog.js';

/** Opens the form of money by cash, cheque or otherwise; disabled where nothing may come in or go back. */
export function RecordMoneyButton({ ledger }: { ledger: PaymentLedger }) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        disabled={ledger.receivable <= 0 && ledger.refundable <= 0}
        onClick={() => setIsOpen(true)}
      >
        {translate('resources.payments.money.record.title')}
      </Button>
      {isOpen && <RecordMoneyDialog ledger={ledger} onClose={() => setIsOpen(false)} />}
    </>
  );
}
