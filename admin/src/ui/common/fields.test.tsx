import { render, screen } from '@testing-library/react';
import { RecordContextProvider, TestTranslationProvider } from 'react-admin';
import { erasedText } from '#domain/personalData';
import { expect, it } from 'vitest';
import { EmailField, PhoneField } from './fields.js';

it('erased words are no address to write to or to call', () => {
  const record = { id: 1, email: erasedText, phone: erasedText };
  render(
    <TestTranslationProvider messages={{}}>
      <RecordContextProvider value={record}>
        <EmailField source="email" isCopyable />
        <PhoneField source="phone" />
      </RecordContextProvider>
    </TestTranslationProvider>,
  );
  expect(screen.getAllByText(erasedText)).toHaveLength(2);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
