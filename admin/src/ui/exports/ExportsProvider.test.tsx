import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { calendarOf, utcCalendar } from '#domain/platform/calendar';
import { useCounts } from '../../data/useCounts.js';
import { signInAs } from '../../data/session/testing.js';
import { answering } from '../../data/testing.js';
import { ExportsProvider, useExports } from './ExportsProvider.js';

/** The names of saved files. */
let saved: string[] = [];
beforeEach(() => {
  saved = [];
  // A file's URL is revoked after a minute, which the end of the fake timers spares the next test.
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { createObjectURL: () => 'blob:' }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A zone in which it is another day than in UTC at this moment. */
const elsewhere = new Date().getUTCHours() >= 10 ? 'Pacific/Kiritimati' : 'Etc/GMT+12';

function Page() {
  const { start } = useExports();
  const counts = useCounts();
  return (
    counts.data && (
      <button onClick={() => void start({ resource: 'payments', format: 'csv', query: {} })}>Export</button>
    )
  );
}

it('names an exported file by the day of the business time zone', async () => {
  signInAs('admin');
  const provider = {
    exportRows: () => Promise.resolve(new Blob()),
    call: answering({ 'GET /counts': () => ({ timeZone: elsewhere }) }),
  };
  render(
    <MemoryRouter>
      <CoreAdminContext dataProvider={provider as unknown as DataProvider}>
        <ExportsProvider>
          <Page />
        </ExportsProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
  fireEvent.click(await screen.findByRole('button'));
  const day = calendarOf(elsewhere).dayOf(new Date());
  expect(day).not.toBe(utcCalendar.dayOf(new Date()));
  await waitFor(() => expect(saved).toEqual([`payments-export-${day}.csv`]));
});
