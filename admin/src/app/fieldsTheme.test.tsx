import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { AdminContext, DateField as RaDateField, EmailField, RecordContextProvider } from 'react-admin';
import { afterEach, expect, it, vi } from 'vitest';
import { formatDate, formatDateTime, formatTime } from '#domain/platform/dates';
import { erasedText } from '#domain/care/personal-data';
import { CopyableField, DateField, PhoneField } from '../ui/common/fields.js';
import { adminTheme } from './theme.js';

afterEach(() => vi.unstubAllEnvs());

const at = '2026-11-21T20:05:00.000Z';

const show = (field: ReactNode, record: object = { at }) =>
  render(
    <AdminContext theme={adminTheme('light')}>
      <RecordContextProvider value={{ id: '1', ...record }}>{field}</RecordContextProvider>
    </AdminContext>,
  ).container;

it('react-admin’s DateField has the product’s form, unless it has options of its own', () => {
  const shown = show(
    <>
      <RaDateField source="at" />
      {' | '}
      <RaDateField source="at" showTime />
      {' | '}
      <RaDateField source="at" showTime showDate={false} />
      {' | '}
      <RaDateField source="at" options={{ weekday: 'long', timeZone: 'UTC' }} />
      {' | '}
      <RaDateField source="never" emptyText="Never" />
    </>,
  );
  const forms = [formatDate(at), formatDateTime(at), formatTime(at), 'Saturday', 'Never'];
  expect(shown.textContent).toBe(forms.join(' | '));
});

it('a day without a time is the same day west of Greenwich', () => {
  vi.stubEnv('TZ', 'America/Vancouver');
  expect(show(<RaDateField source="day" />, { day: '2026-11-21' }).textContent).toBe('Nov 21, 2026');
});

it('an instant is shown in the reader’s time zone, which its title names', () => {
  show(<DateField source="at" showTime />);
  const shown = screen.getByText(formatDateTime(at));
  expect(shown.getAttribute('datetime')).toBe(at);
  expect(shown.title).toMatch(/^Nov 2[12], 2026, \d{1,2}:05 [AP]M .*[A-Z]{3}/);
});

it('an address is a link that carries nothing else, and breaks after its @', () => {
  const shown = show(<EmailField source="email" />, { email: 'a?cc=b@mail.example' });
  const link = shown.querySelector('a');
  expect(link?.getAttribute('href')).toBe('mailto:a%3Fcc%3Db@mail.example');
  expect(link?.textContent).toBe('a?cc=b@mail.example');
  expect(link?.querySelector('wbr')?.previousSibling?.textContent).toBe('a?cc=b@');
});

it('erased words are no address to write to, to call or to copy', () => {
  const fields = (
    <>
      <EmailField source="email" />
      <CopyableField source="email">
        <EmailField source="email" />
      </CopyableField>
      <PhoneField source="phone" />
    </>
  );
  show(fields, { email: erasedText, phone: erasedText });
  expect(screen.getAllByText(erasedText)).toHaveLength(3);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
