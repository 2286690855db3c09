import LockIcon from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Books } from '#domain/books';
import type { BookMonth } from './bookMonths.js';
import { CloseMonthDialog } from './CloseMonthDialog.js';

interface CloseMonthButtonProps {
  books: Books;
  /** Past months, newest first. */
  months: readonly BookMonth[];
}

/** Opens the question with the numbers of what is closed; disabled where every past month is. */
export function CloseMonthButton({ books, months }: CloseMonthButtonProps) {
  const translate = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const open = months.filter(({ isClosed }) => !isClosed);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<LockIcon />}
        disabled={open.length === 0}
        onClick={() => setIsOpen(true)}
      >
        {translate('resources.reports.books.close.title')}
      </Button>
      {isOpen && <CloseMonthDialog books={books} months={open} onClose={() => setIsOpen(false)} />}
    </>
  );
}
